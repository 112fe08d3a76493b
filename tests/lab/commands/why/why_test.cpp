#include "lab/commands/why.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/chess/fen.h"
#include "support/lab_program.h"

namespace oknos::lab {
namespace {

using pruning::FrontierFutility;
using pruning::Guard;
using pruning::kId;
using pruning::LateMovePruning;
using pruning::ReverseFutility;
using Next = LineVisit::Next;

const Move kE4{Square::E2, Square::E4};
const Move kE5{Square::E7, Square::E5};
const Move kD5{Square::D7, Square::D5};

struct LineWatchTest : testing::Test {
  LineWatch watch{{kE4, kE5}};
  Position position = Position::initial();

  void enter(int ply, int depth, Move previous = {}) {
    NodeEntered e;
    e.ply = ply;
    e.depth = depth;
    e.previous = previous.bits();
    watch.node_entered(e);
  }
  void leave(int score = 0) {
    NodeLeft e;
    e.score = score;
    watch.node_left(e);
  }
  void make(Move m) { watch.move_made({0, m.bits(), 1}); }
  void skip(Move m, pruning::RuleId rule) {
    MoveSkipped e;
    e.move = m.bits();
    e.rule = rule;
    e.position = &position;
    watch.move_skipped(e);
  }
};

TEST_F(LineWatchTest, FollowsTheLineAndNothingElse) {
  enter(0, 2);
  make(kE4);
  enter(1, 1, kE4);
  make(kD5);
  enter(2, 0, kD5);
  leave();
  skip(kE5, kId<LateMovePruning>);
  leave(-20);
  leave(20);
  const auto& visits = watch.visits(2);
  ASSERT_EQ(visits.size(), 2U);
  EXPECT_EQ(visits[0].next, Next::Made);
  EXPECT_EQ(visits[0].nodes, 2U);
  EXPECT_EQ(visits[1].ply, 1);
  EXPECT_EQ(visits[1].next, Next::Pruned);
  ASSERT_TRUE(visits[1].pruned);
  EXPECT_EQ(visits[1].pruned->rule, kId<LateMovePruning>);
  EXPECT_EQ(visits[1].score, Score{-20});
}

TEST_F(LineWatchTest, TheSameMovesElsewhereAreNotTheLine) {
  enter(0, 3);
  make(kD5);
  enter(1, 2, kD5);
  make(kE4);
  enter(2, 1, kE4);
  leave();
  leave();
  leave();
  EXPECT_EQ(watch.visits(3).size(), 1U);
}

TEST_F(LineWatchTest, GuardsBelongToTheMoveThatIsToldNext) {
  enter(0, 1);
  watch.rule_held({kId<ReverseFutility>, static_cast<int>(Guard::PvNode)});
  watch.rule_held({kId<FrontierFutility>, static_cast<int>(Guard::InCheck)});
  make(kD5);
  enter(1, 0, kD5);
  leave();
  watch.rule_held({kId<FrontierFutility>, static_cast<int>(Guard::PvNode)});
  make(kE4);
  enter(1, 0, kE4);
  leave();
  leave();
  const LineVisit& root = watch.visits(1)[0];
  ASSERT_EQ(root.node_held.size(), 1U);
  EXPECT_EQ(root.node_held[0].rule, kId<ReverseFutility>);
  ASSERT_EQ(root.held.size(), 1U);
  EXPECT_EQ(root.held[0].guard, Guard::PvNode);
}

TEST_F(LineWatchTest, KeepsTheIterationThatWasCompleted) {
  enter(0, 1);
  leave(11);
  enter(0, 2);
  leave(22);
  enter(0, 2);  // the window was too small
  leave(23);
  enter(0, 3);
  leave(33);
  ASSERT_EQ(watch.visits(2).size(), 2U) << "the third was stopped";
  EXPECT_EQ(watch.visits(2)[1].score, Score{23});
  ASSERT_EQ(watch.visits(3).size(), 1U);
}

TEST_F(LineWatchTest, ANodeWithinItselfIsOnceMore) {
  enter(0, 5);
  enter(0, 2);
  leave();
  make(kE4);
  leave();
  const auto& visits = watch.visits(5);
  ASSERT_EQ(visits.size(), 2U);
  EXPECT_FALSE(visits[0].again);
  EXPECT_TRUE(visits[1].again);
  EXPECT_EQ(visits[0].next, Next::Made) << "what happens after it is the outer node's again";
}

// --- The program. What it prints is in the snapshots.

using WhyCommand = oknos::test::LabProgram;
using oknos::test::lab;

// Scores are from White's view, as in every command; those of the visits are the side to move's.
TEST_F(WhyCommand, TheScoreIsFromWhitesView) {
  const auto run = lab("why \"3qk3/8/8/8/8/8/8/4K3 b - - 0 1\" --line \"d8d5\" --depth 4 --json 2>/dev/null");
  EXPECT_LT(nlohmann::json::parse(run.out)["score"]["cp"], -500) << run.out;
}

// On the principal variation every move is wanted: late moves from the second on, which the PV node of the reply may
// not skip.
TEST_F(WhyCommand, NamesTheGuards) {
  const std::string why =
      "why \"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -\" --line \"e2a6 h8h7\" --depth 6"
      " --set late_move_pruning.base=1 --set late_move_pruning.scale=1 --set reverse_futility=off";
  oknos::test::expect_answers({{why + " --json", 0, "\"guard\":"}, {why + " --color never", 0, "Held back"}});
}

TEST_F(WhyCommand, TakesTheLineBehindThePosition) {
  const std::string fen(oknos::fen::kInitial), limit = " --depth 3 --color never 2>&1";
  const std::string after_option = lab("why startpos --line \"e4 e5\"" + limit).out;
  for (const std::string& words : {std::string("startpos e4 e5"), "\"" + fen + "\" e4 e5", fen + " 1. e4 e5"})
    EXPECT_EQ(lab("why " + words + limit).out, after_option) << words;
}

TEST_F(WhyCommand, RefusesWhatIsNoLine) {
  oknos::test::expect_answers({{"startpos --line \"e4 e4\"", 2, "move 2 of the line"},
                               {"startpos", 2, ""},
                               {"startpos --line \"1.\"", 2, ""},
                               {"nonsense --line e4", 1, ""}},
                              "why ");
}

}  // namespace
}  // namespace oknos::lab
