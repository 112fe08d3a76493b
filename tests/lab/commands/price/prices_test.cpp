// Prices of nodes and regret, on variants whose prices are known.
#include "lab/commands/price/prices.h"

#include <cmath>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <random>

namespace oknos::lab {
namespace {

constexpr std::uint64_t kSeed = 7;
constexpr double kOfNodes = -100, kOfRegret = -20'000;  // Elo per log of nodes, and per point

// Eight rules with six variants each.
PriceTable made_up(bool with_regrets) {
  std::mt19937_64 random(kSeed);
  std::normal_distribution<> normal;
  PriceTable out;
  for (int rule = 0; rule < 8; ++rule)
    for (int i = 0; i < 6; ++i) {
      const double more_nodes = 0.1 * std::abs(normal(random)), regret = 0.0005 * normal(random);
      SearchSums base, variant;
      base.searches = variant.searches = 1;
      variant.log_nodes = more_nodes;
      const double elo = kOfNodes * more_nodes + kOfRegret * regret + normal(random);
      const std::string change = fmt::format("rule{}.margin={}", rule, i);
      out.add(fmt::format("rule{}", rule), change, ScreenedElo{{1000, {elo, elo - 2, elo + 2}}, {}, {}}, variant, base);
      if (with_regrets) out.add(change, VariantRegret{500, {regret, regret - 0.0001, regret + 0.0001}});
    }
  return out;
}

// What the jackknife of `predict` is made from.
TEST(PriceTable, LeavesOutEachPosition) {
  PriceTable all;
  std::vector<PriceTable> without(3);
  for (int number = 0; number < 3; ++number)
    for (const bool is_base : {true, false}) {
      VariantSearch search;
      search.rule = is_base ? "" : "razoring";
      search.change = is_base ? "" : "razoring=on";
      search.number = number;
      search.nodes = static_cast<std::uint64_t>(100 * (number + 1) + (is_base ? 0 : 10 * number));
      all.add(search);
      for (int left_out = 0; left_out < 3; ++left_out)
        if (left_out != number) without[static_cast<std::size_t>(left_out)].add(search);
    }
  const auto each = all.compared_without_each(all.variants().front());
  ASSERT_EQ(each.size(), 3U);
  for (std::size_t i = 0; i < each.size(); ++i) {
    const auto expected = without[i].compared(without[i].variants().front());
    EXPECT_EQ(each[i].variant.searches, 2U);
    EXPECT_EQ(each[i].variant.nodes, expected.variant.nodes) << i;
    EXPECT_EQ(each[i].base.nodes, expected.base.nodes) << i;
    EXPECT_NEAR(each[i].more_nodes(), expected.more_nodes(), 1e-12) << i;
  }
}

TEST(Prices, OfRegretAreFound) {
  const auto prices = prices_of(made_up(true), kSeed);
  ASSERT_TRUE(prices.ok()) << prices.error();
  ASSERT_TRUE(prices->by_regret);
  ASSERT_EQ(prices->by_regret->prices.size(), 3U);
  EXPECT_NEAR(prices->by_regret->prices[0].elo.value, kOfNodes, 10);
  EXPECT_NEAR(prices->by_regret->prices[2].elo.value, kOfRegret, 2000);
  EXPECT_GT(prices->by_regret->correlation.value, 0.95);
  EXPECT_LT(prices->rivals.front().correlation.value, prices->by_regret->correlation.value);
  ASSERT_EQ(prices->predictions.size(), prices->variants);
  for (const Prices::Prediction& p : prices->predictions) EXPECT_TRUE(p.by_regret) << p.change;
  EXPECT_FALSE(prices_of(made_up(false), kSeed)->by_regret);
}

TEST(Prices, NeedARegretOfEveryVariant) {
  PriceTable some = made_up(false);
  some.add("rule0.margin=0", VariantRegret{500, {0, 0, 0}});
  const auto prices = prices_of(some, kSeed);
  ASSERT_FALSE(prices.ok());
  EXPECT_NE(prices.error().find("rule0.margin=1 has games and audits, but no regret"), std::string::npos);
}

// 100 positions and 300: the mean is weighted, and its interval narrower.
TEST(Prices, RegretsOfTwoRunsAreJoined) {
  PriceTable table;
  table.add("a=on", VariantRegret{100, {0.004, 0.001, 0.007}});
  table.add("a=on", VariantRegret{300, {0.000, -0.001, 0.001}});
  const VariantRegret& joint = *table.variants().front().regret;
  EXPECT_EQ(joint.positions, 400U);
  EXPECT_NEAR(joint.more.value, 0.001, 1e-12);
  EXPECT_NEAR(joint.more.high - joint.more.value, std::hypot(0.25 * 0.003, 0.75 * 0.001), 1e-12);
  EXPECT_FALSE(table.objection_to_regrets());
  table.add("b=on", VariantRegret{300, {0, 0, 0}});
  ASSERT_TRUE(table.objection_to_regrets());
  EXPECT_NE(table.objection_to_regrets()->message.find("400 positions"), std::string::npos);
}

// The narrower interval counts more. What 500 games said before is kept, and the others say more.
TEST(Prices, GamesOfTwoScreeningsAreJoined) {
  PriceTable table;
  table.add("a=on", ScreenedElo{{1500, {10, 6, 14}}, 20.0, 5.0});
  table.add("a=on", ScreenedElo{{4000, {0, -2, 2}}, std::nullopt, std::nullopt});
  const ScreenedElo& joint = *table.variants().front().screened;
  EXPECT_EQ(joint.all.games, 5500U);
  EXPECT_NEAR(joint.all.elo.value, 2, 1e-9);
  EXPECT_NEAR(joint.all.elo.high - joint.all.elo.value, 4 * 2 / std::hypot(4, 2), 1e-9);
  EXPECT_EQ(joint.first, 20.0);
  ASSERT_TRUE(joint.rest);
  EXPECT_NEAR(*joint.rest, 5.0 * 1000 / 5000, 1e-9);
}

}  // namespace
}  // namespace oknos::lab
