// The best value of a parameter, from effects that are known.
#include "lab/commands/screen/value_curves.h"

#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <numbers>

namespace {

using namespace oknos::lab;
using oknos::RandomNumbers;

Factors factors_of(const std::vector<int>& values, const std::string& base = "100") {
  Factors out;
  for (const int value : values)
    out.push_back({"rule.margin=" + std::to_string(value), "rule.margin", out.size(), base});
  return out;
}

// Effects with independent errors of this standard deviation.
ScreenFit fit_of(const std::vector<double>& elo, double deviation) {
  ScreenFit out{{}, SymmetricMatrix(elo.size())};
  for (std::size_t i = 0; i < elo.size(); ++i) {
    const double wide = kDeviationsOf95Percent * deviation;
    out.effects.push_back({1000, {elo[i], elo[i] - wide, elo[i] + wide}});
    out.covariance.at(i, i) = deviation * deviation;
  }
  return out;
}

const std::vector<int> kWide = {25, 50, 75, 133, 200, 400};

// Highest at 150, where it is worth 10 Elo.
double elo_at(double value) {
  const double best = std::log(1.5), place = std::log(value / 100);
  return 10 * (1 - std::pow((place - best) / best, 2));
}
std::vector<double> effects_of(const std::vector<int>& values) {
  std::vector<double> out;
  for (const int value : values) out.push_back(elo_at(value));
  return out;
}

TEST(ValueCurves, FindTheTopOfAParabola) {
  const auto curves = value_curves(factors_of(kWide), fit_of(effects_of(kWide), 5));
  ASSERT_EQ(curves.size(), 1U);
  EXPECT_EQ(curves[0].key, "rule.margin");
  EXPECT_EQ(curves[0].base, 100);
  EXPECT_EQ(curves[0].best, 150);
  EXPECT_EQ(curves[0].least, 25);
  EXPECT_EQ(curves[0].greatest, 400);
  EXPECT_EQ(curves[0].values, 6U);
  EXPECT_NEAR(curves[0].elo.value, 10, 0.01);
  EXPECT_LE(curves[0].best_low, 150);
  EXPECT_GE(curves[0].best_high, 150);
  // Six values say more of the curve than one value of itself.
  EXPECT_LT(curves[0].elo.high - curves[0].elo.value, kDeviationsOf95Percent * 5);
  EXPECT_FALSE(curves[0].is_at_edge());
}

// 95 of 100 intervals contain the truth.
TEST(ValueCurves, IntervalsCoverTheTruth) {
  constexpr int kRuns = 400;
  constexpr double kDeviation = 4;
  int best_covered = 0, elo_covered = 0;
  for (int run = 0; run < kRuns; ++run) {
    RandomNumbers random(77, static_cast<std::uint64_t>(run));
    std::vector<double> noisy = effects_of(kWide);
    for (double& e : noisy)
      e += kDeviation * std::sqrt(-2 * std::log(1 - random.unit())) * std::cos(2 * std::numbers::pi * random.unit());
    const auto curves = value_curves(factors_of(kWide), fit_of(noisy, kDeviation));
    ASSERT_EQ(curves.size(), 1U);
    const ValueCurve& c = curves[0];
    best_covered += c.best_low <= 150 && 150 <= c.best_high;
    const double truth = elo_at(c.best);
    elo_covered += c.elo.low <= truth && truth <= c.elo.high;
  }
  RecordProperty("best", best_covered);
  RecordProperty("elo", elo_covered);
  EXPECT_GT(best_covered, kRuns * 0.90);
  EXPECT_LT(best_covered, kRuns);
  EXPECT_GT(elo_covered, kRuns * 0.90);
  EXPECT_LT(elo_covered, kRuns);
}

TEST(ValueCurves, FarValuesThatDoNotFitAreLeftOut) {
  std::vector<double> elo = effects_of(kWide);
  elo.front() = elo_at(25) + 60;  // there, the rule hardly acts
  const auto curves = value_curves(factors_of(kWide), fit_of(elo, 3));
  ASSERT_EQ(curves.size(), 1U);
  EXPECT_LT(curves[0].values, 6U);
  EXPECT_GT(curves[0].least, 25);
  EXPECT_EQ(curves[0].best, 150);
}

TEST(ValueCurves, GoNoFartherThanWhatWasTried) {
  const std::vector<int> values = {98, 99, 101, 102};
  const auto up = value_curves(factors_of(values), fit_of({-20, -10, 10, 20}, 1));
  ASSERT_EQ(up.size(), 1U);
  EXPECT_EQ(up[0].best, 102);
  EXPECT_TRUE(up[0].is_at_edge());
  const auto base = value_curves(factors_of(values), fit_of({-20, -10, -10, -20}, 1));
  EXPECT_EQ(base.at(0).best, 100);
  EXPECT_TRUE(base[0].is_base());
  EXPECT_FALSE(base[0].is_at_edge());
  // All values are above the base: it is the edge below.
  const auto above = value_curves(factors_of({101, 102}), fit_of({-3, -8}, 1));
  EXPECT_EQ(above.at(0).least, 100);
  EXPECT_TRUE(above[0].is_base());
}

TEST(ValueCurves, EqualStepsWhereValuesAreNotSpreadWidely) {
  const auto curves = value_curves(factors_of({80, 90, 110, 120}), fit_of({-12, -5, 3, 4}, 1));  // 0.4 d - 0.01 d^2
  EXPECT_EQ(curves.at(0).best, 120);
  const auto through_zero = value_curves(factors_of({0, 50, 200}), fit_of({-10, -3, 2}, 1));
  EXPECT_EQ(through_zero.size(), 1U);
}

TEST(ValueCurves, NeedTwoValuesAndTheBase) {
  EXPECT_TRUE(value_curves(factors_of({50}), fit_of({3}, 1)).empty());
  EXPECT_TRUE(value_curves(factors_of({50, 200}, ""), fit_of({3, 4}, 1)).empty());
  EXPECT_TRUE(value_curves(factors_of({50, 200}, "on"), fit_of({3, 4}, 1)).empty());
  ScreenFit fit = fit_of({3, 4}, 1);
  EXPECT_EQ(value_curves(factors_of({50, 200}), fit).size(), 1U);
  fit.effects[1].elo = {4, -kEloLimit, kEloLimit};
  EXPECT_TRUE(value_curves(factors_of({50, 200}), fit).empty());
}

TEST(ValueCurves, TheOneThatGainsMostIsFirst) {
  Factors factors = factors_of({50, 200});
  for (const Factor& f : factors_of({50, 200})) {
    factors.push_back(f);
    factors.back().key = "rule.slope";
    factors.back().change.replace(5, 6, "slope");
  }
  const auto curves = value_curves(factors, fit_of({-5, 2, -5, 8}, 1));
  ASSERT_EQ(curves.size(), 2U);
  EXPECT_EQ(curves[0].key, "rule.slope");
  EXPECT_EQ(curves[1].key, "rule.margin");
}

}  // namespace
