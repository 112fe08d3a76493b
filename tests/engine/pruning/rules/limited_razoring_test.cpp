#include "engine/pruning/rules/limited_razoring.h"

#include "engine/pruning/scene.h"

namespace oknos::pruning {
namespace {

constexpr int kMargin = 950;
const RuleSetting kSetting = setting_of(kMargin, 3, 4);

struct LimitedRazoringTest : testing::Test {
  LimitedRazoringTest() {
    s.node.depth = Depth{3};
    s.window(Score{5000});
  }
  Verdict ask(const RuleSetting& setting = kSetting, const Conventions& conventions = {}) const {
    return LimitedRazoring::ask(s.node, setting, conventions);
  }
  Scene s{"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"};
};

TEST_F(LimitedRazoringTest, ReducesAtTheThresholdAndNotOneCentipawnBelow) {
  for (const Estimate e : kEstimates) {
    const Score bound = (e == Estimate::Material ? kDraw : s.node.static_eval) + Score{kMargin};
    s.window(bound);
    EXPECT_EQ(ask(kSetting, estimating(e)), Verdict::reduce(1));
    s.window(bound - Score{1});
    expect_go_on(ask(kSetting, estimating(e)));
  }
}

TEST_F(LimitedRazoringTest, ActsAtItsOneDepth) {
  for (const int depth : {1, 2, 4}) {
    s.node.depth = Depth{depth};
    expect_go_on(ask());
  }
  EXPECT_TRUE(ask(setting_of(kMargin, 4, 4)).fires());
}

TEST_F(LimitedRazoringTest, IsSilentInCheck) {
  Scene check("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
  check.node.depth = Depth{3};
  check.window(Score{5000});
  expect_go_on(LimitedRazoring::ask(check.node, setting_of(kMargin, 3, 0), estimating(Estimate::Material)));
}

TEST_F(LimitedRazoringTest, MayActInAnOpenWindowAndAfterAnExtension) {
  s.node.pv = true;
  EXPECT_TRUE(ask(setting_of(kMargin, 3, 4, 0, 1, 0)).fires());
  s.node.after_extension = true;
  expect_held(ask(setting_of(kMargin, 3, 4, 0, 1, 0)), Guard::AfterExtension);
  EXPECT_TRUE(ask(setting_of(kMargin, 3, 4, 0, 1, 1)).fires());
  expect_held(ask(setting_of(kMargin, 3, 4, 0, 0, 1)), Guard::PvNode);
}

TEST_F(LimitedRazoringTest, IsHeldAgainstThreePieces) {
  Scene three("r2qk2r/pppp4/8/8/8/8/4PPPP/4K3 w - - 0 1");
  three.node.depth = Depth{3};
  expect_held(LimitedRazoring::ask(three.node, kSetting, {}), Guard::FewPieces);
  EXPECT_TRUE(LimitedRazoring::ask(three.node, setting_of(kMargin, 3, 3), {}).fires());
}

TEST_F(LimitedRazoringTest, IsHeldAfterACaptureWhereThePresetSaysSo) {
  s.node.previous_captured = PieceType::Pawn;
  EXPECT_TRUE(ask().fires());
  expect_held(ask(kSetting, exempting(Guard::PreviousCapture)), Guard::PreviousCapture);
}

TEST_F(LimitedRazoringTest, MaySpareChecks) {
  const Verdict v = ask(setting_of(kMargin, 3, 4, 1));
  EXPECT_EQ(v, Verdict::reduce(1, {Guard::GivesCheck}));
}

}  // namespace
}  // namespace oknos::pruning
