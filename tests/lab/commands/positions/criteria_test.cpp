// What the kinds of positions ask for, on games and positions that have it and that have not.
#include <array>
#include <gtest/gtest.h>
#include <map>
#include <string>

#include "lab/commands/positions/kinds.h"
#include "lab/commands/positions/material.h"
#include "lab/commands/positions/mined_games.h"
#include "lab/commands/positions/tactics.h"
#include "support/positions.h"
#include "support/test_folder.h"

namespace oknos::lab {
namespace {

using test::position_from;

std::vector<Info> lines(int best, int second) {
  std::vector<Info> out(2);
  out[0].score = Score{best};
  out[1].score = Score{second};
  out[0].pv = {Move(Square::E2, Square::E4)};
  out[1].pv = {Move(Square::D2, Square::D4)};
  return out;
}

TEST(IsTactic, NeedsAMarginAndSomethingAtStake) {
  EXPECT_TRUE(is_tactic(lines(200, 50), 150));
  EXPECT_FALSE(is_tactic(lines(199, 50), 150));
  EXPECT_TRUE(is_tactic(lines(-100, -400), 150));
  EXPECT_FALSE(is_tactic(lines(-101, -400), 150)) << "lost anyway";
  EXPECT_TRUE(is_tactic(lines(900, 400), 150));
  EXPECT_FALSE(is_tactic(lines(900, 401), 150)) << "won anyway";
  EXPECT_TRUE(is_tactic(lines(mate_in(5).value(), 400), 150));
  EXPECT_FALSE(is_tactic(lines(mate_in(5).value(), mate_in(7).value()), 1));
  EXPECT_FALSE(is_tactic({lines(200, 0)[0]}, 150)) << "only one line";
}

TEST(FindTactic, FindsWhatAShallowSearchMisses) {
  constexpr std::uint64_t kNodes = 100000;
  Searcher searcher(4);
  const Position position = position_from("1r4k1/1N1R1pp1/1Q2pb2/4q2p/1P6/P1P3P1/7P/1K5R b - - 0 1");
  const auto tactic = find_tactic(position, kNodes, searcher);
  ASSERT_TRUE(tactic);
  EXPECT_EQ(test::text_of(position, tactic->best), "e5c3");
  const auto again = find_tactic(position, kNodes, searcher);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->score, tactic->score) << "what was searched before must not matter";
  EXPECT_FALSE(find_tactic(position_from("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1"), kNodes, searcher)) << "seen at once";
  EXPECT_FALSE(find_tactic(Position::initial(), kNodes, searcher)) << "quiet";
  EXPECT_FALSE(find_tactic(position_from("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), kNodes, searcher)) << "over";
}

TEST(MaterialKind, NamesTheRicherSideFirst) {
  EXPECT_EQ(material_kind(Position::initial()), "QRRBBNN-QRRBBNN");
  EXPECT_EQ(material_kind(position_from("4k3/pp6/8/8/8/8/8/4K3 w - - 0 1")), "-");
  EXPECT_EQ(material_kind(position_from("4kr2/pp6/8/8/8/8/4N3/4K3 w - - 0 1")), "R-N");
  EXPECT_EQ(material_kind(position_from("4kn2/pp6/8/8/8/8/3R4/4K3 w - - 0 1")), "R-N");
  EXPECT_EQ(piece_units(Position::initial(), Color::White), 31);
}

TEST(Bare, ForgetsClocksAndHistoryOnly) {
  const Position position = position_from("r3k2r/8/8/4Pp2/8/8/8/R3K2R w Kq f6 0 30");
  EXPECT_EQ(position_name(bare(position)), position_name(position));
  EXPECT_EQ(bare(position).halfmove_clock(), 0);
  EXPECT_EQ(bare(position).fullmove_number(), 1);
}

TEST(Openings, AreTheSameForAnyNumberOfWorkersAndOtherwiseForAnotherSeed) {
  MineTask task;
  task.count = 6;
  task.nodes = 2000;
  task.balance = 60;
  const PositionKind kind = openings_kind();
  const auto texts = [&](const MineTask& t) {
    std::vector<std::string> out;
    const auto records = kind.mine(t);
    for (const epd::Record& r : *records) out.push_back(epd::to_text(r));
    return out;
  };
  const auto one = texts(task);
  EXPECT_EQ(one.size(), 6U);
  MineTask two = task;
  two.workers = 2;
  EXPECT_EQ(texts(two), one);
  two.seed = 2;
  EXPECT_NE(texts(two), one);
}

// Short games in three endings of two kinds of material.
class FromAGame : public test::TestWithFolder {
 protected:
  void SetUp() override {
    TestWithFolder::SetUp();
    std::string games;
    for (const char* fen : kStarts)
      games +=
          std::string("[Event \"?\"]\n[SetUp \"1\"]\n[FEN \"") + fen + "\"]\n\n1. Kf2 Kf7 2. Ke3 Ke6 3. Kd4 Kd6 *\n\n";
    path_ = file("games.pgn", games);
  }

  static constexpr std::array kStarts = {"6k1/p6p/8/8/8/8/P6P/6K1 w - - 0 1", "6k1/p6p/8/8/8/8/PP5P/6K1 w - - 0 1",
                                         "6k1/p6p/r7/8/8/7R/P6P/6K1 w - - 0 1"};
  std::string path_;
};

TEST_F(FromAGame, EndingsAreSpreadOverKindsOfMaterial) {
  const PositionKind kind = endings_kind();
  MineTask task;
  task.games = path_;
  task.count = 20;  // a twentieth: one of each kind
  task.nodes = 1000;
  task.balance = 1000;
  const auto records = kind.mine(task);
  ASSERT_TRUE(records) << records.error();
  std::map<std::string, int> kinds;
  for (const epd::Record& r : *records) ++kinds[material_kind(r.position)];
  EXPECT_EQ(kinds, (std::map<std::string, int>{{"-", 1}, {"R-R", 1}}));
  MineTask two = task;
  two.workers = 3;
  const auto again = kind.mine(two);
  ASSERT_EQ(again->size(), records->size());
  for (std::size_t i = 0; i < records->size(); ++i) EXPECT_EQ(epd::to_text((*again)[i]), epd::to_text((*records)[i]));
}

TEST_F(FromAGame, MiddlegamesAreNotThere) {
  MineTask task;
  task.games = path_;
  task.count = 20;
  task.nodes = 1000;
  task.balance = 1000;
  EXPECT_TRUE(middlegames_kind().mine(task)->empty());
}

}  // namespace
}  // namespace oknos::lab
