#include "engine/tablebases/root_moves.h"

#include <gtest/gtest.h>
#include <set>

#include "engine/chess/fen.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "support/table_writer.h"
#include "support/test_folder.h"

namespace oknos::tablebases {
namespace {

class RankedMoves : public test::TestWithFolder {
 protected:
  void SetUp() override {
    TestWithFolder::SetUp();
    file("KQvK.rtbw", made::wdl_file(queen_));
    file("KQvK.rtbz", made::dtz_file(queen_, {}));
    tables_ = Tablebases::load({folder().string()}).tables;
  }
  Ranking ranking(const std::string& fen, bool fifty_move_rule = true) {
    auto position = fen::parse(fen);
    return ranking(*position, fifty_move_rule);
  }
  Ranking ranking(Position& position, bool fifty_move_rule = true) {
    const MoveList moves = legal_moves(position);
    auto out = rank_moves(*tables_, position, {moves.begin(), moves.end()}, fifty_move_rule);
    EXPECT_TRUE(out);
    return out.value_or(Ranking{});
  }
  static std::set<std::string> best(const Ranking& ranking) {
    int highest = ranking.moves.at(0).rank;
    for (const RankedMove& m : ranking.moves) highest = std::max(highest, m.rank);
    std::set<std::string> out;
    for (const RankedMove& m : ranking.moves)
      if (m.rank == highest) out.insert(to_text(m.move, false));
    return out;
  }

  const made::Ending queen_{PieceType::Queen};
  std::shared_ptr<const Tablebases> tables_;
};

const std::string kMateNow = "k7/8/1K6/8/8/8/8/6Q1 w - - ";  // mate on g2, a7, a1, a2, g8: some of them

TEST_F(RankedMoves, EveryMoveThatKeepsTheWinIsAlike) {
  const Ranking early = ranking("8/8/8/8/8/2k5/8/K2Q4 w - - 0 1");
  EXPECT_TRUE(early.by_distance);
  const auto moves = best(early);
  EXPECT_GT(moves.size(), 10U);
  EXPECT_EQ(moves.count("d1c2"), 0U);  // gives the queen away
  EXPECT_EQ(moves.count("d1d3"), 0U);
  for (const RankedMove& m : early.moves)
    EXPECT_EQ(m.wdl, moves.count(to_text(m.move, false)) ? Wdl::Win : Wdl::Draw) << to_text(m.move, false);
}

TEST_F(RankedMoves, TheFiftyMoveRuleLeavesTheShortest) {
  const auto mates = best(ranking(kMateNow + "99 80"));
  for (const std::string& m : mates) {
    auto position = *fen::parse(kMateNow + "99 80");
    position.play(*move_from_text(position, m));
    EXPECT_TRUE(position.in_check() && legal_moves(position).empty()) << m;
  }
  EXPECT_FALSE(mates.empty());
  EXPECT_GT(best(ranking(kMateNow + "0 80")).size(), mates.size());
  EXPECT_GT(best(ranking(kMateNow + "99 80", false)).size(), mates.size());
}

// The distances of all moves together with the clock decide what is still a win.
TEST_F(RankedMoves, AWinIsLateWhenTheClockRunsOut) {
  int late = 0;
  int in_time = 0;
  for (int i = 0; i < made::Ending::kPlaces; i += 4099) {
    const made::Place p = made::Ending::place(i);
    const auto start = queen_.position(p);
    if (!start || p.to_move != Color::White || queen_.wdl(p) != Wdl::Win) continue;
    for (const int clock : {0, 90, 95}) {
      std::string text = fen::to_text(*start);
      text.replace(text.find(" - -"), std::string::npos, " - - " + std::to_string(clock) + " 80");
      auto position = fen::parse(text);
      ASSERT_TRUE(position) << text;
      const bool won = queen_.distance(p) + clock <= 100;
      for (const RankedMove& m : ranking(*position).moves) {
        if (!best(ranking(*position)).count(to_text(m.move, false))) continue;
        EXPECT_EQ(m.wdl, won ? Wdl::Win : Wdl::CursedWin) << text;
        ++(won ? in_time : late);
      }
    }
  }
  EXPECT_GT(late, 10);
  EXPECT_GT(in_time, 10);
}

// Where the position was on the board before, only the shortest way is sure to make progress.
TEST_F(RankedMoves, RepetitionLeavesTheShortest) {
  auto position = *fen::parse("8/8/8/8/8/2k5/8/K2Q4 w - - 0 1");
  const std::size_t free = best(ranking(position)).size();
  for (const char* m : {"a1a2", "c3b4", "a2a1", "b4c3"}) position.play(*move_from_text(position, m));
  const Ranking again = ranking(position);
  EXPECT_LT(best(again).size(), free);
  int shortest = 1000;
  for (const Move m : legal_moves(position)) {
    const MadeMove made(position, m);
    if (tables_->wdl(position) == Wdl::Loss) shortest = std::min(shortest, 1 - *tables_->dtz(position));
  }
  EXPECT_EQ(shortest, *tables_->dtz(position));
  for (const RankedMove& m : again.moves) {
    if (!best(again).count(to_text(m.move, false))) continue;
    const MadeMove made(position, m.move);
    EXPECT_EQ(1 - *tables_->dtz(position), shortest);
  }
}

TEST_F(RankedMoves, WithoutDistancesByTheResult) {
  std::filesystem::remove(path("KQvK.rtbz"));
  tables_ = Tablebases::load({folder().string()}).tables;
  const Ranking ranked = ranking("8/8/8/8/8/2k5/8/K2Q4 w - - 0 1");
  EXPECT_FALSE(ranked.by_distance);
  EXPECT_EQ(best(ranked).count("d1c2"), 0U);
  EXPECT_GT(best(ranked).size(), 10U);
}

TEST_F(RankedMoves, NothingForPositionsThatNoTableHas) {
  auto position = *fen::parse("8/8/8/8/8/2k5/8/K2R4 w - - 0 1");
  const MoveList moves = legal_moves(position);
  EXPECT_FALSE(rank_moves(*tables_, position, {moves.begin(), moves.end()}, true));
}

}  // namespace
}  // namespace oknos::tablebases
