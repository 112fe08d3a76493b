#include "lab/statistics/linear_equations.h"

#include <cmath>

namespace oknos::lab {

SymmetricMatrix SymmetricMatrix::root() const {
  SymmetricMatrix out(n_);
  for (std::size_t i = 0; i < n_; ++i)
    for (std::size_t k = 0; k <= i; ++k) {
      double sum = at(i, k);
      for (std::size_t j = 0; j < k; ++j) sum -= out.at(i, j) * out.at(k, j);
      out.at(i, k) = i == k ? std::sqrt(sum) : sum / out.at(k, k);
    }
  return out;
}

std::vector<double> solve(const SymmetricMatrix& root, std::vector<double> b) {
  const std::size_t n = root.size();
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) b[i] -= root.at(i, k) * b[k];
    b[i] /= root.at(i, i);
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) b[i] -= root.at(k, i) * b[k];
    b[i] /= root.at(i, i);
  }
  return b;
}

}  // namespace oknos::lab
