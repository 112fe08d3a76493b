// The model that prices errors, on variants whose prices are known.
#include "lab/commands/predict/price_model.h"

#include <cmath>
#include <gtest/gtest.h>
#include <random>

namespace oknos::lab {
namespace {

constexpr std::uint64_t kSeed = 7;
const std::vector<double> kTrue = {-60.0, -9.0, 0.0};

// Ten rules with eight variants each; the games err by `deviation` Elo.
std::vector<PricePoint> made_up(double deviation) {
  std::mt19937_64 random(kSeed);
  std::normal_distribution<> normal;
  std::vector<PricePoint> out;
  for (int rule = 0; rule < 10; ++rule)
    for (int variant = 0; variant < 8; ++variant) {
      PricePoint p{"rule" + std::to_string(rule), {0.2 * normal(random), normal(random), normal(random)}, 0, 0};
      p.elo = predicted(kTrue, p.features) + deviation * normal(random);
      p.variance = std::max(deviation * deviation, 0.01);
      out.push_back(p);
    }
  return out;
}

TEST(PriceModel, FindsThePricesThatMadeTheGames) {
  const std::vector<PricePoint> points = made_up(3.0);
  const std::vector<Estimate> prices = prices_with_intervals(points, kSeed);
  ASSERT_EQ(prices.size(), kTrue.size());
  for (std::size_t k = 0; k < kTrue.size(); ++k) {
    EXPECT_LT(prices[k].low, prices[k].high);
    EXPECT_NEAR(prices[k].value, kTrue[k], k == 0 ? 6.0 : 1.0) << k;
  }
  EXPECT_LT(prices[1].high, 0.0);  // an error costs something
}

TEST(PriceModel, PredictsRulesThatItHasNotSeen) {
  const std::vector<PricePoint> points = made_up(3.0);
  EXPECT_GT(correlation(points, predict_left_out(points)), 0.9);
}

TEST(PriceModel, PredictsNothingWhereNothingExplainsTheGames) {
  std::vector<PricePoint> points = made_up(3.0);
  std::mt19937_64 random(kSeed);
  std::normal_distribution<> normal;
  for (PricePoint& p : points) p.elo = 10.0 * normal(random);
  const Estimate found = correlation_with_interval(points, predict_left_out(points), kSeed);
  EXPECT_LT(found.value, 0.3);
  EXPECT_LT(found.low, 0.0);
}

// What a rule's own variants say must not be used for it: here each rule has a price of its own, and the others say
// the opposite.
TEST(PriceModel, LeavesOutTheWholeRule) {
  std::vector<PricePoint> points;
  for (int i = 0; i < 12; ++i) {
    const double x = i - 5.5;
    points.push_back({"odd", {x}, -x, 1.0});
    for (const char* rule : {"a", "b", "c"}) points.push_back({rule, {x}, x, 1.0});
  }
  const std::vector<double> said = predict_left_out(points);
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (points[i].rule == "odd") {
      EXPECT_GT(said[i] * points[i].features[0], 0.0);
    }
  }
}

// Predictions that miss by 10 Elo; and games too few to tell.
TEST(PriceModel, ErrorsOfPredictionsAreNotUnderestimated) {
  std::vector<PricePoint> points = made_up(3.0);
  std::vector<double> said;
  for (std::size_t i = 0; i < points.size(); ++i) said.push_back(points[i].elo + (i % 2 == 0 ? 10.0 : -10.0));
  EXPECT_GE(deviation_of(points, said), 9.5);
  EXPECT_LT(deviation_of(points, said), 11.5);
  for (PricePoint& p : points) p.variance = 40.0 * 40.0;
  EXPECT_GT(deviation_of(points, said), 10.0);
}

TEST(PriceModel, KnowsHowMuchNoisyGamesAllow) {
  EXPECT_GT(highest_correlation(made_up(1.0)), 0.98);
  const double noisy = highest_correlation(made_up(15.0));
  EXPECT_LT(noisy, 0.85);
  EXPECT_GT(noisy, 0.4);
}

// A third feature that is only noise, as large as the others: it must not spoil the predictions.
TEST(PriceModel, LeavesErrorsOutWhereTheyAreNoise) {
  std::mt19937_64 random(kSeed);
  std::normal_distribution<> normal;
  std::vector<PricePoint> points = made_up(3.0), without;
  for (PricePoint& p : points) {
    p.elo = predicted({-60.0, -9.0}, p.features) + 3.0 * normal(random);
    for (int noise = 0; noise < 12; ++noise) p.features.push_back(normal(random));
    without.push_back(p);
    without.back().features.resize(kNodeFeatures);
  }
  EXPECT_GT(best_penalty(points).on_errors, 0.5);
  EXPECT_NEAR(correlation(points, predict_left_out(points)), correlation(points, predict_left_out(without)), 0.02);
}

}  // namespace
}  // namespace oknos::lab
