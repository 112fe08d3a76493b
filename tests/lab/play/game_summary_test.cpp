// What is kept of the games of a pair, in memory and in a store.
#include <gtest/gtest.h>

#include "lab/commands/match.h"
#include "lab/play/scripted_player.h"

namespace oknos::lab {
namespace {

GameRecord fools_mate() {
  ScriptedPlayer white("W", {{"f2f3", 10, 5}, {"g2g4", -20, 7}});
  ScriptedPlayer black("B", {{"e7e5", 30, 1}, {"d8h4"}});
  Side w{white, {}, 0};
  Side b{black, {}, 0};
  return play_game(Position::initial(), {}, {&w, &b}, {{}, 0});
}

store::Format<PairSummary> format() {
  return store::format_of<PairSummary>([](auto& t, auto& pair) { t.rows("games", pair, kGameFields); });
}

TEST(GameSummary, CountsWhatEachPlayerDid) {
  const GameSummary s = summarise(fools_mate(), false, "7");
  EXPECT_EQ(s.moves, "f2f3 e7e5 g2g4 d8h4");
  EXPECT_EQ(s.plies(), 4);
  EXPECT_EQ(s.first_half_points(), 2);  // the first player has Black and mates
  EXPECT_TRUE(s.start.empty());
  EXPECT_EQ(s.totals[1].moves, 2U);
  EXPECT_EQ(s.totals[1].reports, 2U);
  EXPECT_EQ(s.totals[1].depth, 10U);
  EXPECT_EQ(s.totals[1].nodes, 2000U);
  EXPECT_EQ(s.totals[1].time, 12);
  EXPECT_EQ(s.totals[1].longest, 7);
  EXPECT_EQ(s.totals[0].moves, 2U);
  EXPECT_EQ(s.totals[0].reports, 1U);
}

TEST(GameRows, RowsReadBack) {
  PairSummary pair = {summarise(fools_mate(), true, "a"), summarise(fools_mate(), false, "b")};
  pair[1].first_at_fault = true;
  pair[1].ending = Ending::Crash;
  pair[0].pgn = "[Event \"?\"]";
  const auto rows = format().rows(pair);
  for (const store::Row& row : rows) EXPECT_EQ(row.values.size(), format().tables()[0].columns.size());
  const auto back = format().work_unit(rows);
  ASSERT_TRUE(back) << back.error();
  EXPECT_EQ(format().rows(*back), rows);
  EXPECT_EQ((*back)[1].first_at_fault, true);
  EXPECT_EQ((*back)[1].ending, Ending::Crash);
}

TEST(GameRows, BrokenRowsAreRefused) {
  const PairSummary pair = {summarise(fools_mate(), true, "a"), summarise(fools_mate(), false, "b")};
  auto rows = format().rows(pair);
  rows[1].values[1] = std::string("*");
  EXPECT_FALSE(format().work_unit(rows));
  rows = format().rows(pair);
  rows[0].values.pop_back();
  EXPECT_FALSE(format().work_unit(rows));
  rows.pop_back();
  EXPECT_FALSE(format().work_unit(rows));
}

TEST(MatchSummary, CountsFromTheFirstPlayersView) {
  // Black wins both games: a point each.
  MatchSummary board;
  board.add({summarise(fools_mate(), true, "a"), summarise(fools_mate(), false, "a")});
  EXPECT_EQ(board.all, (GameCounts{1, 0, 1}));
  EXPECT_EQ(board.as_white, (GameCounts{0, 0, 1}));
  EXPECT_EQ(board.pairs.pairs, (std::array<std::uint64_t, 5>{0, 0, 1, 0, 0}));
  EXPECT_EQ(board.endings[Ending::Checkmate], 2U);
  EXPECT_EQ(board.plies, 8U);
  PairSummary lost = {summarise(fools_mate(), true, "a"), summarise(fools_mate(), true, "a")};
  lost[1].ending = Ending::Crash;
  lost[1].first_at_fault = true;
  board.add(lost);
  EXPECT_EQ(board.pairs.pairs, (std::array<std::uint64_t, 5>{1, 0, 1, 0, 0}));
  EXPECT_EQ(board.faults[0][Ending::Crash], 1U);
  EXPECT_TRUE(board.faults[1].empty());
}

}  // namespace
}  // namespace oknos::lab
