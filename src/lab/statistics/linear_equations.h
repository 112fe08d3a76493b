#pragma once

#include <cstddef>
#include <vector>

// Small systems of linear equations with a symmetric, positive definite matrix: those of least squares.
namespace oknos::lab {

class SymmetricMatrix {
 public:
  explicit SymmetricMatrix(std::size_t n) : n_(n), values_(n * n) {}
  std::size_t size() const { return n_; }
  double& at(std::size_t i, std::size_t k) { return values_[i * n_ + k]; }
  double at(std::size_t i, std::size_t k) const { return values_[i * n_ + k]; }

  // The lower triangle L of this = L L' (Cholesky); only the lower triangle of this is read. Precondition: positive
  // definite.
  SymmetricMatrix root() const;

 private:
  std::size_t n_;
  std::vector<double> values_;
};

// x with L L' x = b. Precondition: b has as many elements as L has rows.
std::vector<double> solve(const SymmetricMatrix& root, std::vector<double> b);

}  // namespace oknos::lab
