#include "lab/commands/price/decision_table.h"

#include <cmath>
#include <gtest/gtest.h>

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

TEST(DecisionTable, EqualEstimatesCountAlike) {
  const Estimate e = combined(around(-4, 10), around(12, 10));
  EXPECT_NEAR(e.value, 4, 1e-9);
  EXPECT_NEAR(e.high - e.value, 10 / std::sqrt(2.0), 1e-9);
  EXPECT_NEAR(e.value - e.low, 10 / std::sqrt(2.0), 1e-9);
}

TEST(DecisionTable, TheNarrowerEstimateCountsMore) {
  // Variances of 1 and 4: weights of 4/5 and 1/5.
  EXPECT_NEAR(combined(around(10, 1), around(0, 2)).value, 8, 1e-9);
  EXPECT_NEAR(combined(around(0, 2), around(10, 1)).value, 8, 1e-9);
}

TEST(DecisionTable, WhatHasNoIntervalIsCertain) {
  EXPECT_EQ(combined(around(3, 0), around(10, 5)).value, 3);
  EXPECT_EQ(combined(around(3, 5), around(10, 0)).value, 10);
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
