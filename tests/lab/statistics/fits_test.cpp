// Solving, minimising and fitting with known answers.
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <random>

#include "engine/base/random_numbers.h"
#include "lab/statistics/linear_equations.h"
#include "lab/statistics/logistic.h"
#include "lab/statistics/mean.h"
#include "lab/statistics/minimise.h"

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

TEST(Minimise, FindsKnownMinima) {
  EXPECT_NEAR(minimise_on(-10.0, 10.0, 1e-6, [](double x) { return (x - 3.25) * (x - 3.25); }), 3.25, 1e-5);
  EXPECT_NEAR(minimise_on(0.0, 1.0, 1e-6, [](double x) { return x; }), 0.0, 1e-5) << "at the border";
  // Rosenbrock's valley: narrow and bent.
  const auto valley = [](const std::vector<double>& x, std::vector<double>& gradient) {
    const double a = 1.0 - x[0];
    const double b = x[1] - x[0] * x[0];
    gradient = {-2.0 * a - 400.0 * x[0] * b, 200.0 * b};
    return a * a + 100.0 * b * b;
  };
  const Minimum found = minimise(valley, {-1.2, 1.0}, 1e-12);
  EXPECT_NEAR(found.point[0], 1.0, 1e-3);
  EXPECT_NEAR(found.point[1], 1.0, 1e-3);
  EXPECT_LT(found.steps, 200);
  // Not where the function is not defined.
  const auto with_wall = [](const std::vector<double>& x, std::vector<double>& gradient) {
    if (x[0] <= 0) return std::numeric_limits<double>::infinity();
    gradient = {1.0 - 1.0 / x[0]};
    return x[0] - std::log(x[0]);
  };
  EXPECT_NEAR(minimise(with_wall, {30.0}, 1e-12).point[0], 1.0, 1e-3);
}

TEST(Logistic, FindsTheWeightsThatTheOutcomesWereDrawnWith) {
  EXPECT_DOUBLE_EQ(probability_of(0.0), 0.5);
  EXPECT_NEAR(probability_of(std::log(3.0)), 0.75, 1e-12);
  EXPECT_NEAR(probability_of(-std::log(99.0)), 0.01, 1e-12);
  constexpr std::array<double, 3> kTrue{-2.0, 1.5, -0.5};
  RandomNumbers random(9);
  Trials trials, nothing_happened;
  trials.width = nothing_happened.width = kTrue.size();
  for (int i = 0; i < 50'000; ++i) {
    const std::array<double, 3> row{1.0, 4.0 * random.unit() - 2.0, 4.0 * random.unit() - 2.0};
    trials.add(row.data(), random.unit() < probability_of(kTrue[0] * row[0] + kTrue[1] * row[1] + kTrue[2] * row[2]));
    if (i < 100) nothing_happened.add(row.data(), false);
  }
  const auto weights = fit_logistic(trials);
  ASSERT_EQ(weights.size(), kTrue.size());
  for (std::size_t i = 0; i < kTrue.size(); ++i) EXPECT_NEAR(weights[i], kTrue[i], 0.06) << i;
  for (const double w : fit_logistic(nothing_happened)) EXPECT_TRUE(std::isfinite(w));
}

TEST(Mean, HasTheIntervalOfItsScatter) {
  Mean mean, one, zeros;
  for (const double x : {1.0, 2.0, 3.0, 4.0}) mean.add(x);
  EXPECT_NEAR(mean.estimate().value, 2.5, 1e-12);
  // Standard deviation 1.29, of the mean 0.645.
  EXPECT_NEAR(mean.estimate().high - 2.5, 1.959964 * 0.6454972, 1e-6);
  one.add(1);
  EXPECT_TRUE(std::isinf(one.estimate().high) && std::isinf(one.estimate().low));
  for (int i = 0; i < 20; ++i) zeros.add(0);
  const Estimate not_certain = zeros.estimate_of_rare(0.05);
  EXPECT_EQ(not_certain.value, 0);
  EXPECT_NEAR(not_certain.high, 0.05 * 3 / 20, 1e-12);
  EXPECT_NEAR(not_certain.low, -not_certain.high, 1e-12);
}

}  // namespace
}  // namespace oknos::lab
