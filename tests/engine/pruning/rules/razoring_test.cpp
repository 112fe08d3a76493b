#include "engine/pruning/rules/razoring.h"

#include "engine/pruning/scene.h"

namespace oknos::pruning {
namespace {

constexpr int kMargin = 300;
constexpr int kSlope = 150;
const RuleSetting kSetting = setting_of(kMargin, kSlope, 3);

struct RazoringTest : testing::Test {
  RazoringTest() { s.window(Score{5000}); }
  Verdict ask(const Conventions& conventions = {}) const { return Razoring::ask(s.node, kSetting, conventions); }
  Scene s{kQuietPosition};
};

TEST_F(RazoringTest, AsksQuiescenceAtTheThresholdOfEachDepthAndNotOneCentipawnBelow) {
  for (const int depth : {1, 2, 3}) {
    s.node.depth = Depth{depth};
    for (const Estimate e : kEstimates) {
      const Score worth = e == Estimate::Material ? kDraw : s.node.static_eval;
      s.window(worth + Score{kMargin + kSlope * (depth - 1)});
      EXPECT_EQ(ask(estimating(e)), Verdict::resolve(s.node.alpha));
      s.window(s.node.alpha - Score{1});
      expect_go_on(ask(estimating(e)));
    }
  }
}

TEST_F(RazoringTest, IsSilentInCheck) {
  Scene check(kInCheckPosition);
  check.window(Score{5000});
  expect_go_on(Razoring::ask(check.node, kSetting, estimating(Estimate::Material)));
}

// Quiescence looks at no quiet move, and Ra8 mates.
TEST_F(RazoringTest, IsHeldWhenAlphaIsAMate) {
  Scene mate("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1");
  mate.window(mate_in(9));
  expect_held(Razoring::ask(mate.node, kSetting, {}), Guard::MateWindow);
  mate.window(kMaxEvaluation);
  EXPECT_TRUE(Razoring::ask(mate.node, kSetting, {}).fires());
}

}  // namespace
}  // namespace oknos::pruning
