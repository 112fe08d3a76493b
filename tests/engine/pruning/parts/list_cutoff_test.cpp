#include "engine/pruning/parts/list_cutoff.h"

#include "engine/pruning/rules/delta_pruning.h"
#include "engine/pruning/rules/extended_futility.h"
#include "engine/pruning/rules/frontier_futility.h"
#include "engine/pruning/scene.h"

namespace oknos::pruning {
namespace {

constexpr int kMargin = 100;
const RuleSetting kFrontier = setting_of(kMargin, 0);

Conventions cutting() {
  Conventions c;
  c.list_cutoff = ListCutoff::On;
  return c;
}

TEST(ListCutoff, ANodesQuietMovesAreFutileAtTheThresholdAndNotOneCentipawnBelow) {
  Scene s(kQuietPosition);
  const Score bound = s.node.static_eval + Score{kMargin};
  s.window(bound);
  const Verdict v = FrontierFutility::ask_of_quiets(s.node, kFrontier, cutting());
  EXPECT_EQ(v, Verdict::skip_quiets(bound));
  expect_skip(FrontierFutility::ask(s.move("a2a3"), kFrontier, cutting()), bound);  // the same of each by itself
  s.window(bound - Score{1});
  expect_go_on(FrontierFutility::ask_of_quiets(s.node, kFrontier, cutting()));
}

TEST(ListCutoff, SparesWhatThePresetExempts) {
  Scene s("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
  s.window(Score{3000});
  Conventions conventions = cutting();
  conventions.exemptions.set(Guard::GivesCheck, true);
  const Verdict v = FrontierFutility::ask_of_quiets(s.node, kFrontier, conventions);
  ASSERT_TRUE(v.fires());
  const ExemptMoves exempt(s.node, s.checks, v.exempt);
  EXPECT_TRUE(exempt.contains(s.move("a1a8").move));
  EXPECT_FALSE(exempt.contains(s.move("a1a7").move));
  EXPECT_TRUE(exempt.only_checks_of_quiets());
}

TEST(ListCutoff, AsksNothingOfTheWholeNodeWhereEachMoveWouldBeHeld) {
  Scene s(kQuietPosition);
  s.window(Score{3000});
  const auto ask = [&](const Conventions& c, const RuleSetting& setting = kFrontier) {
    return FrontierFutility::ask_of_quiets(s.node, setting, c);
  };
  ASSERT_TRUE(ask(cutting()).fires());
  expect_go_on(ask(cutting(), setting_of(kMargin, 8)));  // few pieces
  Conventions after_captures = cutting();
  after_captures.exemptions.set(Guard::PreviousCapture, true);
  s.node.previous_captured = PieceType::Knight;
  expect_go_on(ask(after_captures));
  s.window(mate_in(9));
  expect_go_on(ask(cutting()));
}

TEST(ListCutoff, AFutileCaptureSpeaksForThoseThatGainNoMore) {
  Scene s("4k3/8/8/3p1n2/2P1P3/8/8/4K3 w - - 0 1");
  s.window(Score{3000});
  const Verdict v = FrontierFutility::ask(s.move("c4d5"), kFrontier, cutting());
  EXPECT_TRUE(v.skip_lesser_captures);
  EXPECT_FALSE(FrontierFutility::ask(s.move("e1e2"), kFrontier, cutting()).skip_lesser_captures);
  EXPECT_FALSE(FrontierFutility::ask(s.move("c4d5"), kFrontier, {}).skip_lesser_captures);
  s.node.depth = Depth{0};
  EXPECT_TRUE(DeltaPruning::ask(s.move("c4d5"), setting_of(kMargin, 0), cutting()).skip_lesser_captures);
}

// With bounds the piece-square terms differ from move to move.
TEST(ListCutoff, HoldsForOneMarginOnly) {
  Conventions bounds = cutting();
  bounds.estimate = Estimate::Bounds;
  EXPECT_FALSE(cuts_lists(bounds));
  Scene s(kQuietPosition);
  s.window(Score{3000});
  s.node.depth = Depth{2};
  EXPECT_TRUE(ExtendedFutility::ask_of_quiets(s.node, setting_of(160, 80, 8, 0, 0), cutting()).fires());
  expect_go_on(ExtendedFutility::ask_of_quiets(s.node, setting_of(160, 80, 8, 0, 1), cutting()));  // after_reduction
}

}  // namespace
}  // namespace oknos::pruning
