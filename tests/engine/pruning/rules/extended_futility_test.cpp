#include "engine/pruning/rules/extended_futility.h"

#include "engine/pruning/scene.h"

namespace oknos::pruning {
namespace {

constexpr std::string_view kQuiet = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
constexpr int kMargin = 500;
constexpr int kSlope = 70;
const RuleSetting kSetting = setting_of(kMargin, kSlope, 4, 0);

struct ExtendedFutilityTest : testing::Test {
  ExtendedFutilityTest() {
    s.node.depth = Depth{2};
    s.window(Score{5000});
  }
  Verdict ask(const RuleSetting& setting = kSetting, const Conventions& conventions = {}) const {
    return ExtendedFutility::ask(s.move("a2a3"), setting, conventions);
  }
  Scene s{kQuiet};
};

TEST_F(ExtendedFutilityTest, CountsTheVictim) {
  const Score bound = s.node.static_eval + Score{kMargin + 100};
  s.window(bound);
  expect_skip(ExtendedFutility::ask(s.move("f3e5"), kSetting, {}), bound);
  s.window(bound - Score{1});
  expect_go_on(ExtendedFutility::ask(s.move("f3e5"), kSetting, {}));
}

// The node has six plies left, and the reduction would leave so many of them.
TEST_F(ExtendedFutilityTest, MayCountTheDepthAfterTheReduction) {
  const RuleSetting reduced = setting_of(kMargin, kSlope, 4, 0, 1);
  s.node.depth = Depth{6};
  for (const int left : {1, 2, 4, 5}) {
    const Score bound = s.node.static_eval + Score{kMargin + kSlope * (left - 2)};
    s.window(bound);
    auto move = s.move("a2a3");
    move.reduced_depth = Depth{left};
    if (left > 4) {
      expect_go_on(ExtendedFutility::ask(move, reduced, {}));
      continue;
    }
    expect_skip(ExtendedFutility::ask(move, reduced, {}), bound);
    EXPECT_FALSE(ExtendedFutility::cannot_fire(s.node, reduced, {})) << left;
    expect_go_on(ExtendedFutility::ask(move, kSetting, {}));
    s.window(bound - Score{1});
    expect_go_on(ExtendedFutility::ask(move, reduced, {}));
  }
}

TEST_F(ExtendedFutilityTest, ANodeAtTheFrontierIsNotItsOwnAfterAReductionEither) {
  s.node.depth = Depth{1};
  expect_go_on(ask(setting_of(kMargin, kSlope, 4, 0, 1)));
}

TEST_F(ExtendedFutilityTest, IsSilentInCheck) {
  Scene check("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
  check.node.depth = Depth{2};
  check.window(Score{5000});
  expect_go_on(ExtendedFutility::ask(check.move("e1e2"), kSetting, estimating(Estimate::Material)));
}

TEST_F(ExtendedFutilityTest, IsHeldWhenAlphaIsAMate) {
  s.window(kMateBound);
  expect_held(ask(), Guard::MateWindow);
  s.window(mated_in(3));
  expect_go_on(ask());
}

// The question about a move, the one about all quiet moves and the shortcut that saves both agree.
TEST_F(ExtendedFutilityTest, MayActInAnOpenWindowAndAfterAnExtension) {
  Conventions cutting;
  cutting.list_cutoff = ListCutoff::On;
  const auto acts = [&](int pv_nodes, int after_extension) {
    const RuleSetting setting = setting_of(kMargin, kSlope, 4, 0, 0, pv_nodes, after_extension);
    const bool of_move = ask(setting).fires();
    EXPECT_EQ(ExtendedFutility::ask_of_quiets(s.node, setting, cutting).fires(), of_move);
    EXPECT_EQ(ExtendedFutility::cannot_fire(s.node, setting, cutting), !of_move);
    return of_move;
  };
  EXPECT_TRUE(acts(0, 0));
  s.node.pv = true;
  EXPECT_FALSE(acts(0, 1));
  EXPECT_TRUE(acts(1, 0));
  s.node.after_extension = true;
  EXPECT_FALSE(acts(1, 0));
  EXPECT_TRUE(acts(1, 1));
}

TEST_F(ExtendedFutilityTest, IsHeldAgainstFewPieces) {
  EXPECT_TRUE(ask(setting_of(kMargin, kSlope, 4, 7)).fires());
  expect_held(ask(setting_of(kMargin, kSlope, 4, 8)), Guard::FewPieces);
}

TEST_F(ExtendedFutilityTest, SparesExemptedMoves) {
  s.node.previous_captured = PieceType::Pawn;
  expect_held(ask(kSetting, exempting(Guard::PreviousCapture)), Guard::PreviousCapture);
}

}  // namespace
}  // namespace oknos::pruning
