#include "lab/commands/price/decision_table.h"

#include <cmath>
#include <gtest/gtest.h>

#include "engine/pruning/presets/preset.h"

namespace oknos::lab {
namespace {

Estimate around(double value, double half_width) {
  return {value, value - half_width, value + half_width};
}

Choice choice(const std::string& rule, const std::string& change, Estimate predicted, std::optional<Estimate> played) {
  Choice out;
  out.rule = rule;
  out.change = change;
  out.predicted = predicted;
  out.played = played;
  return out;
}

TEST(DecisionTable, WithoutGamesOnlyThePredictionCounts) {
  EXPECT_EQ(choice("razoring", "razoring=on", around(3, 5), std::nullopt).expected().value, 3);
}

// A few lucky games of one variant do not beat many of another.
TEST(DecisionTable, TheBestOfARuleIsTheOneExpectedToWinMost) {
  const Choices all = {
      choice("a", "a.margin=1", around(0, 10), around(20, 40)), choice("a", "a.margin=2", around(0, 10), around(8, 5)),
      choice("b", "b.margin=1", around(5, 10), around(-9, 5)), choice("c", "c=on", around(-1, 10), std::nullopt)};
  const Choices best = best_of(all);
  ASSERT_EQ(best.size(), 1U);
  EXPECT_EQ(best.front().change, "a.margin=2");
}

// Nodes fewer by 10 %, moves worse by a tenth of a percent of a point.
TEST(DecisionTable, PricesOfRegretTakeThePlaceOfThoseOfErrors) {
  PriceTable table;
  SearchSums base, variant;
  base.searches = variant.searches = 1;
  variant.log_nodes = std::log(0.9);
  ASSERT_TRUE(table.add("a", "a=on", std::nullopt, variant, base));
  table.add("a=on", VariantRegret{100, {0.001, 0, 0.002}});
  PriceFile prices;
  prices.names = feature_names();
  prices.prices.assign(prices.names.size(), 0);
  prices.by_regret = {{-100, 50, -14000}, {}, 6};
  const Choices by_errors = all_choices(table, prices, {});
  ASSERT_EQ(by_errors.size(), 1U);
  EXPECT_EQ(by_errors[0].predicted.value, 0);
  EXPECT_FALSE(by_errors[0].more_regret);
  const Choices by_regret = all_choices(table, prices, {}, PricesOf::Regret);
  ASSERT_EQ(by_regret.size(), 1U);
  EXPECT_NEAR(by_regret[0].predicted.value, -50 * std::log(0.9) - 14, 1e-9);
  // The regret is known to 0.001, which is worth 14 Elo.
  EXPECT_NEAR(by_regret[0].predicted.high - by_regret[0].predicted.value, std::hypot(6 * kDeviationsOf95Percent, 14),
              1e-9);
  const Style style{.width = 200};
  EXPECT_NE(decisions_text(by_regret, style).find("+0.10 %"), std::string::npos) << decisions_text(by_regret, style);
  EXPECT_EQ(decisions_text(by_errors, style).find("egret"), std::string::npos);
}

// The margin of modern is 120. One value scored well by luck: its neighbours say so.
TEST(DecisionTable, ACurveThroughAllValuesCountsInsteadOfOne) {
  PriceTable table;
  SearchSums sums;
  sums.searches = 1;
  const auto add = [&](const std::string& change, double elo) {
    const ScreenedElo played{{1000, around(elo, 10)}, std::nullopt, std::nullopt};
    ASSERT_TRUE(table.add(change.substr(0, change.find_first_of(".=")), change, played, sums, sums));
  };
  const auto value = [](int margin) { return "reverse_futility.margin=" + std::to_string(margin); };
  for (const auto& [margin, elo] : {std::pair{60, -8.0}, {90, 10.0}, {160, -2.0}, {240, -9.0}}) add(value(margin), elo);
  add("reverse_futility.slope=3", 5);
  add("razoring=on", 4);
  PriceFile prices;
  prices.names = feature_names();
  prices.prices.assign(prices.names.size(), 0);
  prices.deviation = 1000;  // nothing is predicted
  const auto curves = curves_in(table, pruning::default_preset().settings);
  ASSERT_EQ(curves.size(), 1U);
  EXPECT_EQ(curves[0].key, "reverse_futility.margin");
  EXPECT_EQ(curves[0].curve.base(), 120);
  const Choices choices = all_choices(table, prices, curves);
  ASSERT_EQ(choices.size(), 6U);
  const Choice& lucky = choices[1];
  ASSERT_EQ(lucky.change, value(90));
  ASSERT_TRUE(lucky.by_curve);
  EXPECT_LT(lucky.by_curve->value, 5);
  EXPECT_LT(lucky.by_curve->high - lucky.by_curve->low, 20);
  EXPECT_NEAR(lucky.expected().value, lucky.by_curve->value, 0.1);
  EXPECT_EQ(lucky.played->value, 10);
  EXPECT_FALSE(choices[4].by_curve) << "a single value has no curve";
  EXPECT_FALSE(choices[5].by_curve);
  EXPECT_EQ(decisions_json(choices)[1]["curve_elo"]["value"], lucky.by_curve->value);
  EXPECT_EQ(decisions_json(choices)[5]["curve_elo"], nullptr);
  const std::string by_curve = fmt::format("{:+.1f}", lucky.by_curve->value);
  EXPECT_NE(decisions_text({lucky}, Style{.width = 200}).find(" " + by_curve + " "), std::string::npos);
  // A value that was audited only is predicted.
  ASSERT_TRUE(table.add("reverse_futility", value(200), std::nullopt, sums, sums));
  const Choice audited = all_choices(table, prices, curves).back();
  EXPECT_FALSE(audited.played || audited.by_curve);
}

TEST(DecisionTable, SaysWhatWasPlayedWhereThereAreGames) {
  const Style style{.width = 200};
  const Choices without = {choice("c", "c=on", around(1, 10), std::nullopt)};
  EXPECT_EQ(decisions_text(without, style).find("played"), std::string::npos);
  Choices with = without;
  with.push_back(choice("a", "a.margin=2", around(0, 10), around(8, 5)));
  const std::string text = decisions_text(with, style);
  EXPECT_NE(text.find("played"), std::string::npos) << text;
  EXPECT_NE(text.find("+6.4"), std::string::npos) << text;
  EXPECT_EQ(decisions_json(with)[0]["played_elo"], nullptr);
  EXPECT_EQ(decisions_json(with)[1]["played_elo"]["value"], 8);
  EXPECT_EQ(decisions_text({}, style), "");
}

}  // namespace
}  // namespace oknos::lab
