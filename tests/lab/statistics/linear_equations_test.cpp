#include "lab/statistics/linear_equations.h"

#include <cmath>
#include <gtest/gtest.h>
#include <random>

namespace oknos::lab {
namespace {

// A random A = B B' + 1 and x: A x is solved for x again.
TEST(LinearEquations, FindTheVectorThatMadeThem) {
  const auto seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  std::normal_distribution<> normal;
  for (std::size_t n = 1; n <= 8; ++n) {
    std::vector<std::vector<double>> b(n, std::vector<double>(n));
    for (auto& row : b)
      for (double& value : row) value = normal(random);
    SymmetricMatrix a(n);
    std::vector<double> x(n), ax(n, 0.0);
    for (double& value : x) value = normal(random);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k < n; ++k) {
        a.at(i, k) = i == k ? 1.0 : 0.0;
        for (std::size_t j = 0; j < n; ++j) a.at(i, k) += b[i][j] * b[k][j];
        ax[i] += a.at(i, k) * x[k];
      }
    const std::vector<double> found = solve(a.root(), ax);
    for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(found[i], x[i], 1e-8) << n;
  }
}

}  // namespace
}  // namespace oknos::lab
