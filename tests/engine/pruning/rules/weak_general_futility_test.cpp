#include "engine/pruning/rules/weak_general_futility.h"

#include "engine/eval/bounds/positional_bound.h"
#include "engine/pruning/scene.h"

namespace oknos::pruning {
namespace {

constexpr int kMargin = 110;
const RuleSetting kSetting = setting_of(kMargin);
constexpr Score kAll{20000};
constexpr Restriction kQueensAndChecks{.queens_only = true, .checks = true};

template <class G = AllGuards>
Verdict ask(const Scene& s, const Conventions& conventions = {}, const G& guards = {}) {
  return WeakGeneralFutility::ask(s.node, kSetting, conventions, guards);
}

struct WeakScene : Scene {
  explicit WeakScene(std::string_view text) : Scene(text) {
    node.depth = Depth{2};
    window(kAll);
  }
};

TEST(WeakGeneralFutility, LeavesTheQueenAndChecksAtTheThresholdAndNotOneCentipawnBelow) {
  WeakScene s(kQuietPosition);
  const Score most = s.node.static_eval + Score{500 + 500 + kMargin};  // queen excepted, the two rooks are the best
  s.window(most);
  expect_restrict(ask(s), kQueensAndChecks, most);
  s.window(most - Score{1});
  expect_go_on(ask(s));
}

TEST(WeakGeneralFutility, TakesBoundsForTheWholeEvaluation) {
  WeakScene s(kQuietPosition);
  const Score most = s.incremental.value(Color::White) + eval::positional_bound(s.position, 3) +
                     eval::max_psqt_gain_in_two(s.position, s.incremental, Color::White) +
                     eval::max_psqt_loss(s.position, s.incremental, Color::Black) + Score{500 + 500 + kMargin};
  s.window(most);
  expect_restrict(ask(s, standing_pat_in_check()), kQueensAndChecks, most);
  s.window(most - Score{1});
  expect_go_on(ask(s, standing_pat_in_check()));
}

TEST(WeakGeneralFutility, CountsWhatTwoMovesMayPromote) {
  WeakScene pawn("1q2k3/8/P7/8/8/8/8/4K3 w - - 0 1");
  const Score most = pawn.node.static_eval + Score{850 + kMargin};
  pawn.window(most);
  expect_restrict(ask(pawn), kQueensAndChecks, most);
  pawn.window(most - Score{1});
  expect_go_on(ask(pawn));
  EXPECT_TRUE(ask(pawn, {}, without(Guard::Promotion)).fires());
}

TEST(WeakGeneralFutility, ASecondQueenIsTheSecondPiece) {
  WeakScene queens("1q2k3/q7/8/8/8/8/8/4K3 w - - 0 1");
  EXPECT_EQ(ask(queens).value, queens.node.static_eval + Score{950 + kMargin});
}

TEST(WeakGeneralFutility, SpeaksOfQueensOnly) {
  expect_go_on(ask(WeakScene("1r2k2r/8/8/8/8/8/8/4K3 w - - 0 1")));
}

TEST(WeakGeneralFutility, ActsAtDepthsTwoAndThree) {
  WeakScene s(kQuietPosition);
  for (const int depth : {0, 1, 4}) {
    s.node.depth = Depth{depth};
    expect_go_on(ask(s));
  }
  for (const int depth : {2, 3}) {
    s.node.depth = Depth{depth};
    EXPECT_TRUE(ask(s).fires());
  }
}

TEST(WeakGeneralFutility, IsSilentWhereTheQueenMayBePinned) {
  expect_go_on(ask(WeakScene("4k3/4q3/8/8/8/8/8/3R1K2 w - - 0 1")));  // Re1
  expect_go_on(ask(WeakScene("4k3/4q3/8/8/8/8/8/4RK2 w - - 0 1")));
  EXPECT_TRUE(ask(WeakScene("4k3/4q3/8/8/8/8/8/3B1K2 w - - 0 1")).fires());
}

TEST(WeakGeneralFutility, ActsInCheckOnlyWhereQuiescenceStandsPatThere) {
  WeakScene check(kInCheckPosition);
  for (const Estimate e : kEstimates) {
    expect_go_on(ask(check, estimating(e)));
    EXPECT_EQ(ask(check, standing_pat_in_check(e)).fires(), !uses_evaluation(e));
  }
}

TEST(WeakGeneralFutility, IsHeldWhenAlphaIsAMate) {
  WeakScene s(kQuietPosition);
  s.window(mate_in(9));
  expect_held(ask(s), Guard::MateWindow);
}

TEST(WeakGeneralFutility, IsHeldWhenADrawWouldDo) {
  WeakScene s(kQuietPosition);
  s.node.static_eval = Score{-5000};
  s.window(Score{-1});
  expect_held(ask(s), Guard::DrawInReach);
  EXPECT_TRUE(ask(s, {}, without(Guard::DrawInReach)).fires());
  s.window(kDraw);
  EXPECT_TRUE(ask(s).fires());
}

TEST(WeakGeneralFutility, LeavesNoChecksWithoutItsGuardForThem) {
  WeakScene s(kQuietPosition);
  EXPECT_EQ(ask(s, {}, without(Guard::GivesCheck)).wanted, Restriction{.queens_only = true});
}

// A queen that is defended by a pawn wins nothing more than the difference.
TEST(WeakGeneralFutility, TheExchangeOnTheQueensSquareMayStandForItsCaptures) {
  WeakScene hanging("4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1");
  const auto ask_see = [](const Scene& s) { return WeakGeneralFutility::ask(s.node, setting_of(kMargin, 1), {}); };
  expect_restrict(ask_see(hanging), {.checks = true}, kAll);  // not even a whole queen is enough
  const Score reach = hanging.node.static_eval + Score{kMargin + 950};
  hanging.window(reach);
  expect_restrict(ask_see(hanging), {.checks = true}, reach);
  hanging.window(reach - Score{1});
  expect_go_on(ask_see(hanging));
  EXPECT_TRUE(ask(hanging).fires());
}

}  // namespace
}  // namespace oknos::pruning
