#include "lab/statistics/logistic.h"

#include <array>
#include <cmath>
#include <gtest/gtest.h>

#include "engine/base/random_numbers.h"

namespace oknos::lab {
namespace {

TEST(Logistic, EvenOddsAreOneHalf) {
  EXPECT_DOUBLE_EQ(probability_of(0.0), 0.5);
  EXPECT_NEAR(probability_of(std::log(3.0)), 0.75, 1e-12);
  EXPECT_NEAR(probability_of(-std::log(99.0)), 0.01, 1e-12);
}

TEST(Logistic, FindsTheWeightsThatTheOutcomesWereDrawnWith) {
  constexpr std::array<double, 3> kTrue{-2.0, 1.5, -0.5};
  RandomNumbers random(9);
  const auto uniform = [&] { return static_cast<double>(random.below(1'000'000)) / 1e6; };
  Trials trials;
  trials.width = kTrue.size();
  for (int i = 0; i < 50'000; ++i) {
    const std::array<double, 3> row{1.0, 4.0 * uniform() - 2.0, 4.0 * uniform() - 2.0};
    trials.add(row.data(), uniform() < probability_of(kTrue[0] * row[0] + kTrue[1] * row[1] + kTrue[2] * row[2]));
  }
  const auto weights = fit_logistic(trials);
  ASSERT_EQ(weights.size(), kTrue.size());
  for (std::size_t i = 0; i < kTrue.size(); ++i) EXPECT_NEAR(weights[i], kTrue[i], 0.06) << i;
}

TEST(Logistic, IsFiniteWhereNothingEverHappened) {
  Trials trials;
  trials.width = 2;
  for (int i = 0; i < 100; ++i) {
    const std::array<double, 2> row{1.0, static_cast<double>(i)};
    trials.add(row.data(), false);
  }
  for (const double w : fit_logistic(trials)) EXPECT_TRUE(std::isfinite(w));
}

}  // namespace
}  // namespace oknos::lab
