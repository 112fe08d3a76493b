#include "engine/pruning/rules/see_pruning.h"

#include "engine/pruning/scene.h"

namespace oknos::pruning {
namespace {

constexpr int kMaxDepth = 4;
// The knight is lost on e6; the rook takes the pawn on h7 and is lost.
constexpr std::string_view kBlunders = "6k1/3p3p/8/8/3N4/8/8/6KR w - - 0 1";
constexpr int kKnight = 320;
constexpr int kRookForPawn = 500 - 100;

MoveContext late_move(const Scene& s, std::string_view text) {
  MoveContext c = s.move(text);
  c.searched = 5;
  c.best = Score{-50};
  return c;
}
RuleSetting losing(int quiet, int capture) {
  return setting_of(quiet, capture, kMaxDepth);
}
const RuleSetting kNothing = losing(0, 0);  // no loss is allowed

template <class G = AllGuards>
Verdict ask(const MoveContext& c, const RuleSetting& setting = kNothing, const Conventions& conventions = {},
            const G& guards = {}) {
  return SeePruning::ask(c, setting, conventions, guards);
}

struct SeePruningTest : testing::Test {
  SeePruningTest() { s.node.depth = Depth{2}; }
  Scene s{kBlunders};
};

TEST_F(SeePruningTest, SkipsQuietMovesThatLoseMoreThanTheDepthAllows) {
  for (const int depth : {1, 2, 4}) {
    s.node.depth = Depth{depth};
    const int allowed = kKnight / depth;  // divides without a rest
    expect_go_on(ask(late_move(s, "d4e6"), losing(allowed, 0)));
    expect_skip(ask(late_move(s, "d4e6"), losing(allowed - 1, 0)), Score{-50});
  }
}

TEST_F(SeePruningTest, AllowsCapturesALossForEachPly) {
  for (const int depth : {1, 2, 4}) {
    s.node.depth = Depth{depth};
    const int allowed = kRookForPawn / depth;
    expect_go_on(ask(late_move(s, "h1h7"), losing(0, allowed)));
    expect_skip(ask(late_move(s, "h1h7"), losing(0, allowed - 1)), Score{-50});
  }
}

TEST_F(SeePruningTest, LeavesMovesThatLoseNothing) {
  expect_go_on(ask(late_move(s, "d4f3")));
  expect_go_on(ask(late_move(s, "g1f2")));
}

TEST_F(SeePruningTest, KeepsToItsDepths) {
  for (const int depth : {0, kMaxDepth + 1}) {
    s.node.depth = Depth{depth};
    expect_go_on(ask(late_move(s, "d4e6")));
  }
}

TEST_F(SeePruningTest, IsHeldInAnOpenWindow) {
  s.node.pv = true;
  expect_held(ask(late_move(s, "d4e6")), Guard::PvNode);
}

TEST_F(SeePruningTest, IsHeldInCheck) {
  Scene block("4r1k1/3p4/8/8/2N5/8/8/4K3 w - - 0 1");
  ASSERT_TRUE(block.position.in_check());
  expect_held(ask(late_move(block, "c4e5")), Guard::InCheck);
}

TEST_F(SeePruningTest, IsHeldBeforeAnythingWasSearched) {
  MoveContext c = late_move(s, "d4e6");
  c.searched = 0;
  c.best = -kInfinite;
  expect_held(ask(c), Guard::NothingSearched);
}

TEST_F(SeePruningTest, IsHeldWhileTheBestMoveIsAMate) {
  for (const Score best : {mated_in(8), mate_in(9)}) {
    MoveContext c = late_move(s, "d4e6");
    c.best = best;
    expect_held(ask(c), Guard::MateWindow);
  }
}

TEST_F(SeePruningTest, IsHeldInPawnEndings) {
  Scene pawns("8/8/2k1p3/8/2PP4/2K5/8/8 w - - 0 9");
  expect_held(ask(late_move(pawns, "d4d5")), Guard::PawnEnding);
}

// The rook is all that can move, so whoever takes it stalemates.
TEST_F(SeePruningTest, IsHeldWhenTheLastPieceIsGivenForADraw) {
  Scene desperate("6k1/7R/8/8/8/1q6/8/K7 w - - 0 1");
  desperate.window(Score{-1});
  for (const std::string_view move : {"h7g7", "h7h8"}) {
    expect_held(ask(late_move(desperate, move)), Guard::DrawInReach);
    EXPECT_TRUE(ask(late_move(desperate, move), kNothing, {}, without(Guard::DrawInReach)).fires());
  }
  desperate.window(kDraw);
  EXPECT_TRUE(ask(late_move(desperate, "h7g7")).fires());
  s.window(Score{-1});  // here it is not the last
  EXPECT_TRUE(ask(late_move(s, "d4e6")).fires());
}

TEST_F(SeePruningTest, SparesChecksWhereThePresetSaysSo) {
  Scene sacrifice("4k3/1b1p4/8/8/3N4/8/8/R5K1 w - - 0 1");
  const Conventions exempt = exempting(Guard::GivesCheck);
  expect_held(ask(late_move(sacrifice, "a1a8"), kNothing, exempt), Guard::GivesCheck);
  EXPECT_TRUE(ask(late_move(sacrifice, "a1a8")).fires());
  EXPECT_TRUE(ask(late_move(sacrifice, "d4e6"), kNothing, exempt).fires());
}

}  // namespace
}  // namespace oknos::pruning
