#include "engine/pruning/rules/history_pruning.h"

#include "engine/pruning/scene.h"

namespace oknos::pruning {
namespace {

constexpr int kThreshold = 2000;
const RuleSetting kSetting = setting_of(kThreshold, 4);
constexpr int kWorst = -16384;

MoveContext bad_move(const Scene& s, std::string_view text, int history = kWorst) {
  MoveContext c = s.move(text);
  c.searched = 5;
  c.best = Score{-50};
  c.history = history;
  return c;
}
Verdict ask(const MoveContext& c, const Conventions& conventions = {}) {
  return HistoryPruning::ask(c, kSetting, conventions);
}

struct HistoryPruningTest : testing::Test {
  HistoryPruningTest() { s.node.depth = Depth{2}; }
  Scene s{kQuietPosition};
};

TEST_F(HistoryPruningTest, SkipsBelowTheThresholdOfEachDepth) {
  for (const int depth : {1, 2, 4}) {
    s.node.depth = Depth{depth};
    expect_skip(ask(bad_move(s, "a2a3", -kThreshold * depth - 1)), Score{-50});
    expect_go_on(ask(bad_move(s, "a2a3", -kThreshold * depth)));
  }
}

TEST_F(HistoryPruningTest, SpeaksOfQuietMovesOnly) {
  expect_go_on(ask(bad_move(s, "f3e5")));
}

TEST_F(HistoryPruningTest, KeepsToItsDepths) {
  for (const int depth : {0, 5}) {
    s.node.depth = Depth{depth};
    expect_go_on(ask(bad_move(s, "a2a3")));
  }
}

TEST_F(HistoryPruningTest, IsHeldInAnOpenWindow) {
  s.node.pv = true;
  expect_held(ask(bad_move(s, "a2a3")), Guard::PvNode);
}

TEST_F(HistoryPruningTest, IsHeldInCheck) {
  Scene check("4k3/8/8/8/8/8/3qN3/4K3 w - - 0 1");
  expect_held(ask(bad_move(check, "e1f1")), Guard::InCheck);
}

TEST_F(HistoryPruningTest, IsHeldBeforeAnythingWasSearched) {
  MoveContext c = bad_move(s, "a2a3");
  c.searched = 0;
  c.best = -kInfinite;
  expect_held(ask(c), Guard::NothingSearched);
}

TEST_F(HistoryPruningTest, IsHeldWhileTheBestMoveIsAMate) {
  for (const Score best : {mated_in(8), mate_in(9)}) {
    MoveContext c = bad_move(s, "a2a3");
    c.best = best;
    expect_held(ask(c), Guard::MateWindow);
  }
}

TEST_F(HistoryPruningTest, IsHeldInPawnEndings) {
  Scene pawns("8/8/2k5/8/2P5/2K5/8/8 w - - 0 9");
  expect_held(ask(bad_move(pawns, "c3d4")), Guard::PawnEnding);
}

TEST_F(HistoryPruningTest, SparesQuietChecksWhereThePresetSaysSo) {
  Scene mate("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1");
  expect_held(ask(bad_move(mate, "a1a8"), exempting(Guard::GivesCheck)), Guard::GivesCheck);
  EXPECT_TRUE(ask(bad_move(mate, "a1a7"), exempting(Guard::GivesCheck)).fires());
  EXPECT_TRUE(ask(bad_move(mate, "a1a8")).fires());
}

}  // namespace
}  // namespace oknos::pruning
