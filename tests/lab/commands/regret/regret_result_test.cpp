#include "lab/commands/regret/regret_result.h"

#include <cmath>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace {

using namespace oknos::lab;

RunHeader header() {
  oknos::lab::store::RunSpec spec;
  spec.identity = {{"unit", "nodes"}, {"name_1", "first"}, {"name_2", "second"}};
  spec.notes = {{"judge_name", "judge"}};
  return RunHeader(spec);
}

CompareCell cell(int player, std::int64_t limit, std::string move) {
  CompareCell out;
  out.player = player;
  out.limit = limit;
  out.move = std::move(move);
  return out;
}

// The first player has e2e4 and then d2d4, the second a2a3 twice; the judge prefers d2d4.
RegretUnit unit(int pieces = 32) {
  RegretUnit out;
  out.pieces = pieces;
  out.cells = {cell(0, 100, "e2e4"), cell(0, 1000, "d2d4"), cell(1, 100, "a2a3"), cell(1, 1000, "a2a3")};
  out.judged = {{"a2a3", -20, 0.4}, {"d2d4", 40, 0.6}, {"e2e4", 30, 0.55}};
  return out;
}

TEST(RegretResult, OnePositionHasNoInterval) {
  RegretResult result(header());
  ASSERT_FALSE(result.add(0, unit()));
  EXPECT_TRUE(std::isinf(result.sums().at(100)[0].regret.estimate().high));
  EXPECT_NE(result.text({}).find("one position"), std::string::npos);
  EXPECT_TRUE(result.json()["limits"][0]["regret"]["high"].get<double>() > 1e300);
}

// Two players that chose the same moves in a few positions need not be equal.
TEST(RegretResult, NoDifferenceIsNotCertain) {
  RegretResult result(header());
  constexpr int kPositions = 20;
  for (int i = 0; i < kPositions; ++i) {
    RegretUnit same;
    same.pieces = 32;
    same.cells = {cell(0, 100, "e2e4"), cell(1, 100, "e2e4")};
    ASSERT_FALSE(result.add(i, same));
  }
  const auto difference = result.sums().at(100)[1].against_first();
  EXPECT_EQ(difference.value, 0);
  EXPECT_NEAR(difference.high, 0.05 * 3 / kPositions, 1e-12);
  EXPECT_NEAR(difference.low, -difference.high, 1e-12);
}

TEST(RegretResult, ComparesWithTheBestMoveOfAll) {
  RegretResult result(header());
  ASSERT_FALSE(result.add(0, unit()));
  const auto& few = result.sums().at(100);
  const auto& many = result.sums().at(1000);
  EXPECT_NEAR(few[0].regret.mean(), 0.05, 1e-12);
  EXPECT_NEAR(few[1].regret.mean(), 0.2, 1e-12);
  EXPECT_NEAR(few[1].difference.mean(), 0.15, 1e-12);
  EXPECT_EQ(many[0].regret.mean(), 0);
  EXPECT_EQ(many[0].best, 1U);
  EXPECT_EQ(few[0].best, 0U);
  EXPECT_NEAR(many[1].difference.mean(), 0.2, 1e-12);
}

// Nobody needs to judge a move that all chose.
TEST(RegretResult, TheOnlyMoveIsTheBest) {
  RegretResult result(header());
  RegretUnit same = unit();
  for (CompareCell& c : same.cells) c.move = "d2d4";
  same.judged.clear();
  ASSERT_FALSE(result.add(0, same));
  ASSERT_FALSE(result.add(1, unit()));
  const RegretSum& second = result.sums().at(100)[1];
  EXPECT_EQ(second.regret.count(), 2U);
  EXPECT_NEAR(second.regret.mean(), 0.1, 1e-12);
  EXPECT_EQ(second.best, 1U);
  EXPECT_NEAR(second.difference.mean(), 0.075, 1e-12);
  EXPECT_TRUE(all_chose_the_same(same.cells));
  EXPECT_FALSE(all_chose_the_same(unit().cells));
  EXPECT_FALSE(all_chose_the_same({cell(0, 100, "")}));
}

TEST(RegretResult, CountsByPhase) {
  EXPECT_EQ(phase_of(32), GamePhase::Opening);
  EXPECT_EQ(phase_of(25), GamePhase::Opening);
  EXPECT_EQ(phase_of(24), GamePhase::Middlegame);
  EXPECT_EQ(phase_of(14), GamePhase::Late);
  EXPECT_EQ(phase_of(2), GamePhase::Endgame);
  RegretResult result(header());
  ASSERT_FALSE(result.add(0, unit(20)));
  EXPECT_EQ(result.sums().at(100)[0].phases[1].count(), 1U);
  EXPECT_EQ(result.sums().at(100)[0].phases[0].count(), 0U);
}

TEST(RegretResult, LeavesOutWhatNobodyMoved) {
  RegretResult result(header());
  RegretUnit failed = unit();
  failed.cells[2].move.clear();  // the second player crashed
  ASSERT_FALSE(result.add(0, failed));
  EXPECT_EQ(result.sums().at(100)[1].regret.count(), 0U);
  EXPECT_EQ(result.json()["without_move"], 1);
  RegretUnit over;
  EXPECT_FALSE(result.add(1, over));
  EXPECT_EQ(result.json()["positions"], 1);
}

TEST(RegretResult, RefusesAStoreThatContradictsItself) {
  RegretResult result(header());
  RegretUnit unjudged = unit();
  unjudged.judged.pop_back();
  EXPECT_TRUE(result.add(0, unjudged));
  RegretUnit stranger = unit();
  stranger.cells[0].player = 2;
  EXPECT_TRUE(result.add(0, stranger));
}

TEST(RegretUnit, SpreadIsFromTheBestMoveToTheWorst) {
  RegretUnit some;
  EXPECT_EQ(spread_of(some), 0);
  some.judged = {{"e2e4", 0, 0.5}};
  EXPECT_EQ(spread_of(some), 0);
  some.judged.push_back({"d2d4", 100, 0.75});
  some.judged.push_back({"a2a3", -100, 0.25});
  EXPECT_EQ(spread_of(some), 0.5);
}

TEST(MeanOf, HasTheIntervalOfItsScatter) {
  MeanOf mean;
  for (const double x : {1.0, 2.0, 3.0, 4.0}) mean.add(x);
  const Estimate e = mean.estimate();
  EXPECT_NEAR(e.value, 2.5, 1e-12);
  // Standard deviation 1.29, of the mean 0.645.
  EXPECT_NEAR(e.high - e.value, 1.959964 * 0.6454972, 1e-6);
}

}  // namespace
