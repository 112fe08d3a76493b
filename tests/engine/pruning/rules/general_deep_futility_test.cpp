#include "engine/pruning/rules/general_deep_futility.h"

#include "engine/eval/bounds/positional_bound.h"
#include "engine/pruning/scene.h"

namespace oknos::pruning {
namespace {

constexpr int kMargin = 90;
constexpr int kReduction = 2;
const RuleSetting kSetting = setting_of(kMargin);
constexpr Score kAll{20000};
constexpr Restriction kChecks{.checks = true};

template <class G = AllGuards>
Verdict ask(const Scene& s, const Conventions& conventions = {}, const G& guards = {}) {
  return GeneralDeepFutility::ask(s.node, kSetting, conventions, guards);
}

struct GeneralDeepFutilityTest : testing::Test {
  GeneralDeepFutilityTest() {
    s.passes(kReduction);
    s.node.depth = Depth{3};
    s.window(kAll);
  }
  Scene s{kQuietPosition};
};

TEST_F(GeneralDeepFutilityTest, LeavesChecksAtTheThresholdAndNotOneCentipawnBelow) {
  const Score most = s.node.static_eval + Score{950 + 500 + kMargin};
  s.window(most);
  expect_restrict(ask(s), kChecks, most);
  s.window(most - Score{1});
  expect_go_on(ask(s));
}

// What is attacked first may be little, but the second may be the best.
TEST_F(GeneralDeepFutilityTest, CountsOneAttackedPieceWhereThePresetSaysSo) {
  for (const Reply r : {Reply::Attacked, Reply::Exact}) {
    Conventions conventions;
    conventions.reply = r;
    const Score most = s.node.static_eval + Score{100 + 950 + kMargin};
    s.window(most);
    expect_restrict(ask(s, conventions), kChecks, most);
    s.window(most - Score{1});
    expect_go_on(ask(s, conventions));
  }
  Scene queen("4k3/8/8/3q3r/8/4N3/8/4K3 w - - 0 1");  // the best is attacked: it is not counted twice
  queen.passes(kReduction);
  queen.node.depth = Depth{3};
  queen.window(kAll);
  Conventions attacked;
  attacked.reply = Reply::Attacked;
  expect_restrict(ask(queen, attacked), kChecks, queen.node.static_eval + Score{950 + 500 + kMargin});
}

TEST_F(GeneralDeepFutilityTest, TakesBoundsForTheWholeEvaluation) {
  const Score most = s.incremental.value(Color::White) + eval::positional_bound(s.position, 2) +
                     eval::max_psqt_gain_in_two(s.position, s.incremental, Color::White) + Score{950 + 500 + kMargin};
  s.window(most);
  expect_restrict(ask(s, standing_pat_in_check()), kChecks, most);
  s.window(most - Score{1});
  expect_go_on(ask(s, standing_pat_in_check()));
}

TEST_F(GeneralDeepFutilityTest, CountsWhatTwoMovesMayPromote) {
  Scene pawns("nn2k3/8/P7/8/8/8/8/4K3 w - - 0 1");
  pawns.passes(kReduction);
  pawns.node.depth = Depth{3};
  const Score most = pawns.node.static_eval + Score{320 + 320 + 850 + kMargin};
  pawns.window(most);
  expect_restrict(ask(pawns), kChecks, most);
  pawns.window(most - Score{1});
  expect_go_on(ask(pawns));
  EXPECT_TRUE(ask(pawns, {}, without(Guard::Promotion)).fires());
}

TEST_F(GeneralDeepFutilityTest, ActsToTheDepthWhereOurNextMoveIsTheLast) {
  for (const int reduction : {1, 2, 3}) {
    s.passes(reduction);
    for (const int depth : {2, 3 + reduction}) {
      s.node.depth = Depth{depth};
      EXPECT_TRUE(ask(s).fires()) << depth;
    }
    for (const int depth : {0, 1, 4 + reduction}) {
      s.node.depth = Depth{depth};
      expect_go_on(ask(s));
    }
    s.node.depth = Depth{4 + reduction};
    EXPECT_TRUE(ask(s, {}, without(Guard::DepthRange)).fires());
  }
}

TEST_F(GeneralDeepFutilityTest, IsSilentWithoutNullMoves) {
  s.node.null_move = nullptr;
  expect_go_on(ask(s));
}

TEST_F(GeneralDeepFutilityTest, ActsInCheckOnlyWhereQuiescenceStandsPatThere) {
  Scene check(kInCheckPosition);
  check.passes(kReduction);
  check.node.depth = Depth{3};
  check.window(kAll);
  for (const Estimate e : kEstimates) {
    expect_go_on(ask(check, estimating(e)));
    EXPECT_EQ(ask(check, standing_pat_in_check(e)).fires(), !uses_evaluation(e));
  }
}

TEST_F(GeneralDeepFutilityTest, IsHeldWhenAlphaIsAMate) {
  s.window(mate_in(9));
  expect_held(ask(s), Guard::MateWindow);
}

TEST_F(GeneralDeepFutilityTest, IsHeldWhenADrawWouldDo) {
  s.node.static_eval = Score{-5000};
  s.window(Score{-1});
  expect_held(ask(s), Guard::DrawInReach);
  EXPECT_TRUE(ask(s, {}, without(Guard::DrawInReach)).fires());
  s.window(kDraw);
  EXPECT_TRUE(ask(s).fires());
}

TEST_F(GeneralDeepFutilityTest, IsHeldWhereTheyMightNotPass) {
  Scene one("4k3/p7/8/3n4/8/4N3/8/4K3 w - - 0 1");  // if we take the knight they will not
  one.passes(kReduction);
  one.node.depth = Depth{3};
  one.window(kAll);
  expect_held(ask(one), Guard::NullAllowed);
  EXPECT_TRUE(ask(one, {}, without(Guard::NullAllowed)).fires());
  s.node.pv = true;
  expect_held(ask(s), Guard::NullAllowed);
  s.node.pv = false;
  s.passes(kReduction, 3);  // the child is at depth 2
  expect_held(ask(s), Guard::NullAllowed);
}

TEST_F(GeneralDeepFutilityTest, LeavesNothingWithoutItsGuardForChecks) {
  expect_restrict(ask(s, {}, without(Guard::GivesCheck)), {}, s.node.static_eval + Score{950 + 500 + kMargin});
}

}  // namespace
}  // namespace oknos::pruning
