// The best value of a parameter, from effects that are known.
#include "lab/statistics/value_curve.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

#include "engine/base/random_numbers.h"

namespace {

using namespace oknos::lab;
using oknos::RandomNumbers;

// Effects with independent errors of this standard deviation.
ValueCurve::Points points_of(const std::vector<double>& values, const std::vector<double>& elo, double deviation) {
  ValueCurve::Points out{values, elo, SymmetricMatrix(values.size())};
  for (std::size_t i = 0; i < values.size(); ++i) out.covariance.at(i, i) = deviation * deviation;
  return out;
}

const std::vector<double> kWide = {25, 50, 75, 133, 200, 400};

// Highest at 150, where it is worth 10 Elo.
double elo_at(double value) {
  const double best = std::log(1.5), place = std::log(value / 100);
  return 10 * (1 - std::pow((place - best) / best, 2));
}
std::vector<double> effects_of(const std::vector<double>& values) {
  std::vector<double> out;
  for (const double value : values) out.push_back(elo_at(value));
  return out;
}

TEST(ValueCurve, FindsTheTopOfAParabola) {
  const auto curve = ValueCurve::through(100, points_of(kWide, effects_of(kWide), 5));
  ASSERT_TRUE(curve);
  EXPECT_EQ(curve->base(), 100);
  EXPECT_EQ(curve->best().value, 150);
  EXPECT_EQ(curve->least(), 25);
  EXPECT_EQ(curve->greatest(), 400);
  EXPECT_EQ(curve->points(), 6U);
  EXPECT_NEAR(curve->elo_of_best().value, 10, 0.01);
  EXPECT_LE(curve->best().low, 150);
  EXPECT_GE(curve->best().high, 150);
  EXPECT_FALSE(curve->is_best_at_edge());
  for (const double value : kWide) {
    EXPECT_NEAR(curve->elo_at(value).value, elo_at(value), 1e-6);
    // Six values say more of the curve than one value of itself.
    EXPECT_LT(curve->elo_at(value).high - curve->elo_at(value).value, kDeviationsOf95Percent * 5);
  }
  EXPECT_EQ(curve->elo_at(100).high, 0);
}

std::vector<double> with_errors(std::vector<double> elo, double deviation, std::uint64_t seed) {
  RandomNumbers random(77, seed);
  for (double& e : elo)
    e += deviation * std::sqrt(-2 * std::log(1 - random.unit())) * std::cos(2 * std::numbers::pi * random.unit());
  return elo;
}

// 95 of 100 intervals contain the truth. Of values that are worth nothing, one in 40 has an interval above 0; of curves
// through them, somewhat more.
TEST(ValueCurve, IntervalsCoverTheTruth) {
  constexpr std::uint64_t kRuns = 1000;
  constexpr double kDeviation = 4;
  const auto through = [&](const std::vector<double>& effects, std::uint64_t run) {
    return *ValueCurve::through(100, points_of(kWide, with_errors(effects, kDeviation, run), kDeviation));
  };
  const std::vector<double> nothing(kWide.size(), 0.0);
  int best_covered = 0, elo_covered = 0, better = 0;
  for (std::uint64_t run = 0; run < kRuns; ++run) {
    const ValueCurve curve = through(effects_of(kWide), run);
    best_covered += curve.best().low <= 150 && 150 <= curve.best().high;
    elo_covered += curve.elo_at(75).low <= elo_at(75) && elo_at(75) <= curve.elo_at(75).high;
    better += through(nothing, run).elo_of_best().low > 0;
  }
  for (const int covered : {best_covered, elo_covered}) {
    EXPECT_GT(covered, 0.92 * kRuns);
    EXPECT_LT(covered, kRuns);
  }
  EXPECT_LT(better, 0.10 * kRuns);
  EXPECT_GT(better, 0.01 * kRuns);
}

// A rule may hardly act any more with an extreme margin, the least or the greatest.
TEST(ValueCurve, LeavesOutFarValuesThatDoNotFit) {
  const std::vector<double> uneven = {23, 45, 68, 120, 180, 360};  // for a base of 90
  for (const auto& [base, values] : {std::pair{100.0, kWide}, std::pair{90.0, uneven}})
    for (const std::size_t far : {std::size_t{0}, values.size() - 1}) {
      std::vector<double> elo;
      for (const double value : values) elo.push_back(elo_at(100 * value / base) + (value == values[far] ? 60 : 0));
      const auto curve = ValueCurve::through(base, points_of(values, elo, 3));
      ASSERT_TRUE(curve);
      EXPECT_EQ(curve->points(), 5U);
      EXPECT_EQ(curve->left_out(), 1U);
      for (std::size_t i = 0; i < values.size(); ++i) EXPECT_EQ(curve->includes(values[i]), i != far);
      EXPECT_EQ(curve->best().value, 1.5 * base);
    }
}

// One lucky value near the base does not throw out the others, but everything is less certain.
TEST(ValueCurve, IsLessCertainWhereANearValueDoesNotFit) {
  const std::vector<double> values = {30, 60, 90, 160, 240, 480};
  const auto curve = ValueCurve::through(120, points_of(values, {-12, -5, 20, -1, -4, -11}, 5));
  const auto fits = ValueCurve::through(120, points_of(values, {-12, -5, -1, -1, -4, -11}, 5));
  ASSERT_TRUE(curve && fits);
  EXPECT_EQ(curve->points(), 6U);
  EXPECT_LT(curve->elo_at(90).value, 8);
  const auto width = [](const Estimate& e) { return e.high - e.low; };
  EXPECT_GT(width(curve->elo_at(90)), 1.5 * width(fits->elo_at(90)));
  EXPECT_LT(curve->elo_of_best().low, 0);
  // Three values that contradict each other are not averaged as if they agreed.
  EXPECT_LT(ValueCurve::through(100, points_of({90, 110, 120}, {30, -30, 30}, 3))->elo_at(110).low, -20);
}

TEST(ValueCurve, GoesNoFartherThanWhatWasTried) {
  const std::vector<double> values = {98, 99, 101, 102};
  const auto up = ValueCurve::through(100, points_of(values, {-20, -10, 10, 20}, 1));
  EXPECT_EQ(up->best().value, 102);
  EXPECT_TRUE(up->is_best_at_edge());
  const auto base = ValueCurve::through(100, points_of(values, {-20, -5, -5, -20}, 1));
  EXPECT_EQ(base->points(), 4U);
  EXPECT_EQ(base->best().value, 100);
  EXPECT_TRUE(base->is_best_as_it_is());
  EXPECT_FALSE(base->is_best_at_edge());
  // All values are above the base: it is the edge below.
  const auto above = ValueCurve::through(100, points_of({101, 102}, {-3, -8}, 1));
  EXPECT_EQ(above->least(), 100);
  EXPECT_TRUE(above->is_best_as_it_is());
  EXPECT_TRUE(above->is_best_at_edge());
}

TEST(ValueCurve, EqualStepsWhereValuesAreNotSpreadWidely) {
  // 0.4 d - 0.01 d^2, highest at d = 20.
  const auto curve = ValueCurve::through(100, points_of({70, 90, 110, 130}, {-21, -5, 3, 3}, 1));
  EXPECT_EQ(curve->best().value, 120);
  // 0 has no logarithm: 0.05 d - 0.0005 d^2, highest at d = 50.
  EXPECT_EQ(ValueCurve::through(100, points_of({0, 50, 200}, {-10, -3.75, 0}, 1))->best().value, 150);
  EXPECT_NEAR(ValueCurve::through(0.5, points_of({0.4, 0.6}, {-2, -1}, 1))->best().value, 0.517, 0.001);
}

// Errors in common do not count as so many pieces of evidence, if all values are on one side of the base.
TEST(ValueCurve, KnowsErrorsInCommon) {
  const std::vector<double> values = {133, 150, 200, 250};
  ValueCurve::Points points = points_of(values, effects_of(values), 5);
  const auto apart = ValueCurve::through(100, points);
  for (std::size_t i = 0; i < values.size(); ++i)
    for (std::size_t k = 0; k < values.size(); ++k)
      if (i != k) points.covariance.at(i, k) = 20;
  const auto together = ValueCurve::through(100, points);
  const Estimate known = apart->elo_at(200), doubtful = together->elo_at(200);
  EXPECT_GT(doubtful.high - doubtful.value, 1.2 * (known.high - known.value));
}

// A whole number is one of the two around the top, whichever is better, or the base.
TEST(ValueCurve, RoundsToTheBetterWholeNumber) {
  const std::vector<double> depths = {1, 2, 3, 5, 6, 7};
  std::vector<double> elo;
  for (const double d : depths) {
    const double place = std::log(d / 4) / std::log(4.0);
    elo.push_back(100 * (-place * place - 0.1946 * place));  // highest at 3.5
  }
  const auto curve = ValueCurve::through(4, points_of(depths, elo, 3));
  ASSERT_TRUE(curve);
  EXPECT_GE(curve->elo_of_best().value, 0);
  EXPECT_EQ(curve->best().value, 4);
}

TEST(ValueCurve, NeedsTwoPointsAndCountsNothingTwice) {
  EXPECT_FALSE(ValueCurve::through(100, points_of({50}, {3}, 1)));
  EXPECT_TRUE(ValueCurve::through(100, points_of({50, 200}, {3, 4}, 1)));
  EXPECT_FALSE(ValueCurve::through(100, points_of({50, 50}, {3, 3}, 1)));
  EXPECT_FALSE(ValueCurve::through(100, points_of({50, 100}, {3, 0}, 1)));
  EXPECT_EQ(ValueCurve::through(100, points_of({50, 100, 200, 50}, {3, 0, 1, 3}, 1))->points(), 2U);
  ValueCurve::Points points = points_of({50, 200}, {3, 4}, 1);
  points.covariance.at(0, 1) = points.covariance.at(1, 0) = -1;  // what one gains the other loses
  EXPECT_FALSE(ValueCurve::through(100, points));
}

}  // namespace
