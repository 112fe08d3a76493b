#include "engine/pruning/rules/frontier_node.h"

#include "engine/pruning/scene.h"

namespace oknos::pruning {
namespace {

constexpr int kMargin = 320;
constexpr int kExtended = 500;
RuleSetting setting(int max_depth, int result, int pv_nodes = 0) {
  return setting_of(kMargin, kExtended, max_depth, result, pv_nodes);
}
const RuleSetting kQuiescence = setting(2, 0);
const RuleSetting kEvaluation = setting(2, 1);
constexpr Score kAll{20000};

Verdict ask(const Scene& s, const RuleSetting& setting = kQuiescence, const Conventions& conventions = {}) {
  return FrontierNode::ask(s.node, setting, conventions);
}

TEST(FrontierNode, LeavesAtTheThresholdAndNotOneCentipawnBelow) {
  Scene s(kQuietPosition);
  for (const auto& [depth, margin] : {std::pair(1, kMargin), std::pair(2, kExtended)}) {
    s.node.depth = Depth{depth};
    const Score most = s.node.static_eval + Score{margin};
    s.window(most);
    EXPECT_EQ(ask(s), Verdict::quiesce(most));
    expect_cut(ask(s, kEvaluation), s.node.static_eval);
    s.window(most - Score{1});
    expect_go_on(ask(s));
  }
}

TEST(FrontierNode, ActsNoDeeperThanItMay) {
  Scene s(kQuietPosition);
  s.window(kAll);
  s.node.depth = Depth{2};
  expect_go_on(ask(s, setting(1, 0)));
  s.node.depth = Depth{3};
  expect_go_on(ask(s));
}

TEST(FrontierNode, OpenWindowsAreASwitch) {
  Scene s(kQuietPosition);
  s.window(kAll);
  s.node.pv = true;
  expect_held(ask(s), Guard::PvNode);
  EXPECT_TRUE(ask(s, setting(2, 0, 1)).fires());
}

TEST(FrontierNode, NeitherInCheckNorNearMate) {
  Scene s(kQuietPosition);
  s.window(mate_in(7));
  expect_held(ask(s), Guard::MateWindow);
  Scene check(kInCheckPosition);
  check.window(kAll);
  expect_go_on(ask(check));
}

// The node after a queen has taken a defended pawn: its recapture is not counted, unless captures are exempt.
TEST(FrontierNode, IsHeldAfterCapturesAndWhereAMoveGivesCheck) {
  Scene s("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");  // Ra8 checks
  s.window(kAll);
  EXPECT_TRUE(ask(s).fires());
  expect_held(ask(s, kQuiescence, exempting(Guard::GivesCheck)), Guard::GivesCheck);
  Scene quiet("4k3/8/8/8/8/8/8/4K2N w - - 0 1");
  quiet.window(kAll);
  EXPECT_TRUE(ask(quiet, kQuiescence, exempting(Guard::GivesCheck)).fires());
  EXPECT_TRUE(ask(quiet, kQuiescence, exempting(Guard::PreviousCapture)).fires());
  quiet.node.previous_captured = PieceType::Pawn;
  expect_held(ask(quiet, kQuiescence, exempting(Guard::PreviousCapture)), Guard::PreviousCapture);
}

TEST(FrontierNode, OtherExemptionsHoldItWhereTheNodeHasSuchAMove) {
  Scene s("4k3/8/8/8/8/8/q6R/4K3 w - - 0 1");
  s.window(kAll);
  expect_held(ask(s, kQuiescence, exempting(Guard::TakesQueen)), Guard::TakesQueen);
  EXPECT_TRUE(ask(s, kQuiescence, exempting(Guard::BishopPair)).fires());
}

}  // namespace
}  // namespace oknos::pruning
