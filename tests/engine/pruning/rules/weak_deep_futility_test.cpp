#include "engine/pruning/rules/weak_deep_futility.h"

#include "engine/eval/bounds/positional_bound.h"
#include "engine/pruning/presets/preset.h"
#include "engine/pruning/rules/general_deep_futility.h"
#include "engine/pruning/rules/weak_general_futility.h"
#include "engine/pruning/scene.h"

namespace oknos::pruning {
namespace {

constexpr int kMargin = 120;
const RuleSetting kSetting = setting_of(kMargin);
constexpr Score kAll{20000};

template <class G = AllGuards>
Verdict ask(const Scene& s, std::string_view move, const Conventions& conventions = {}, const G& guards = {}) {
  return WeakDeepFutility::ask(s.move(move), kSetting, conventions, guards);
}

struct WeakScene : Scene {
  explicit WeakScene(std::string_view text, Score alpha = kAll) : Scene(text) {
    node.depth = Depth{2};
    window(alpha);
  }
};

TEST(WeakDeepFutility, SkipsAtTheThresholdAndNotOneCentipawnBelow) {
  WeakScene s(kQuietPosition);
  const Score most = s.node.static_eval + Score{500 + kMargin};
  s.window(most);
  expect_skip(ask(s, "a2a3"), most);
  expect_go_on(ask(s, "f3e5"));  // that is a pawn more
  s.window(most + Score{100});
  expect_skip(ask(s, "f3e5"), most + Score{100});
  s.window(most - Score{1});
  expect_go_on(ask(s, "a2a3"));
}

TEST(WeakDeepFutility, CountsWhatIsLeftAfterTheMove) {
  WeakScene s("1q2k3/8/8/3r4/8/4N3/8/4KN2 w - - 0 1");
  EXPECT_EQ(ask(s, "e3d5").value, s.node.static_eval + Score{500 + kMargin});
  EXPECT_EQ(ask(s, "e3c4").value, s.node.static_eval + Score{500 + kMargin});
}

TEST(WeakDeepFutility, TakesBoundsForTheWholeEvaluation) {
  WeakScene s(kQuietPosition);
  const MoveContext m = s.move("a2a3");
  const eval::Incremental incremental = m.incremental_after();
  const Score fall =
      m.after([&](const Position& after) { return eval::max_psqt_loss_in_two(after, incremental, Color::Black); });
  const Score most = incremental.value(Color::White) + eval::positional_bound_after(s.position, m.move, 2) + fall +
                     Score{500 + kMargin};
  s.window(most);
  expect_skip(ask(s, "a2a3", standing_pat_in_check()), most);
  s.window(most - Score{1});
  expect_go_on(ask(s, "a2a3", standing_pat_in_check()));
}

TEST(WeakDeepFutility, CountsThePromotionThatFollows) {
  WeakScene pawn("1q2k3/8/2P5/8/8/8/8/4K3 w - - 0 1");
  const Score most = pawn.node.static_eval + Score{850 + kMargin};
  pawn.window(most - Score{1});
  expect_go_on(ask(pawn, "c6c7"));
  EXPECT_TRUE(ask(pawn, "e1f1").fires());
  EXPECT_TRUE(ask(pawn, "c6c7", {}, without(Guard::Promotion)).fires());
  pawn.window(most);
  expect_skip(ask(pawn, "c6c7"), most);
}

TEST(WeakDeepFutility, SpeaksOfQueensOnlyAndNotOfTheirCapture) {
  expect_go_on(ask(WeakScene("1r2k2r/8/8/8/8/8/8/4K3 w - - 0 1"), "e1e2"));
  WeakScene takes("4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1");
  expect_go_on(ask(takes, "e3d5"));
  EXPECT_TRUE(ask(takes, "e3g2").fires());
}

TEST(WeakDeepFutility, SparesMovesThatPinTheQueen) {
  WeakScene pin("4k3/4q3/8/8/8/8/8/3R1K2 w - - 0 1");
  expect_go_on(ask(pin, "d1e1"));
  EXPECT_TRUE(ask(pin, "d1c1").fires());
}

TEST(WeakDeepFutility, ActsAtDepthsTwoAndThree) {
  WeakScene s(kQuietPosition);
  for (const int depth : {0, 1, 4}) {
    s.node.depth = Depth{depth};
    expect_go_on(ask(s, "a2a3"));
  }
  for (const int depth : {2, 3}) {
    s.node.depth = Depth{depth};
    EXPECT_TRUE(ask(s, "a2a3").fires());
  }
}

TEST(WeakDeepFutility, ActsInCheckOnlyWhereQuiescenceStandsPatThere) {
  WeakScene check("4k3/8/8/8/8/4r3/8/q3K3 w - - 0 1");
  ASSERT_TRUE(check.position.in_check());
  for (const Estimate e : kEstimates) {
    expect_go_on(ask(check, "e1f2", estimating(e)));
    EXPECT_EQ(ask(check, "e1f2", standing_pat_in_check(e)).fires(), !uses_evaluation(e));
  }
}

TEST(WeakDeepFutility, IsHeldWhenAlphaIsAMate) {
  WeakScene s(kQuietPosition, mate_in(9));
  expect_held(ask(s, "a2a3"), Guard::MateWindow);
}

TEST(WeakDeepFutility, IsHeldWhenTheMoveGivesCheck) {
  WeakScene s("q5k1/5ppp/8/8/8/8/8/1R2K3 w - - 0 1");
  expect_held(ask(s, "b1b8"), Guard::GivesCheck);
  EXPECT_NE(ask(s, "b1b8", {}, without(Guard::GivesCheck)).guard, Guard::GivesCheck);
  EXPECT_TRUE(ask(s, "b1b7").fires());
}

TEST(WeakDeepFutility, IsHeldWhenTheMoveDraws) {
  WeakScene clock("4k3/8/8/8/8/8/q7/4K2N w - - 99 80", Score{-1});
  clock.node.static_eval = Score{-2000};
  expect_held(ask(clock, "h1g3"), Guard::DrawInReach);
  EXPECT_TRUE(ask(clock, "h1g3", {}, without(Guard::DrawInReach)).fires());
  clock.window(kDraw);
  EXPECT_TRUE(ask(clock, "h1g3").fires());
  WeakScene sooner("4k3/8/8/8/8/8/q7/4K2N w - - 98 80", Score{-1});
  sooner.node.static_eval = Score{-2000};
  EXPECT_TRUE(ask(sooner, "h1g3").fires());
}

TEST(WeakDeepFutilityOfTheNode, LeavesTheQueenChecksAndCapturesThatWinWhatIsMissing) {
  WeakScene s(kQuietPosition);
  const auto ask_node = [&] { return WeakDeepFutility::ask(s.node, kSetting, {}); };
  const Score most = s.node.static_eval + Score{500 + kMargin};
  s.window(most + Score{99});
  expect_restrict(ask_node(), {.floor = Score{100}, .queens_only = true, .checks = true}, s.node.alpha);
  s.window(most - Score{1});
  expect_go_on(ask_node());
  s.window(Score{-1});
  s.node.static_eval = Score{-3000};
  expect_held(ask_node(), Guard::DrawInReach);
}

TEST(WeakDeepFutilityOfTheNode, IsSilentWithoutAQueenAndWhereSheMayBePinned) {
  WeakScene none("1r2k3/8/8/8/8/8/8/4K1N1 w - - 0 1");
  expect_go_on(WeakDeepFutility::ask(none.node, kSetting, {}));
  WeakScene pin("4k3/4q3/8/8/8/8/8/3R1K2 w - - 0 1", Score{20000});  // Re1 pins her
  expect_go_on(WeakDeepFutility::ask(pin.node, kSetting, {}));
}

// The example of Muller's page: they have queen, rook and knight, and seven pawns are missing. Queen and rook would do,
// so there is no general deep futility; rook and knight would, so there is no weak general futility. Without the rook,
// which the second move may win, two pawns are left: captures of a piece qualify, captures of a pawn do not.
TEST(WeakDeepFutility, FollowsTheExampleOfThePage) {
  constexpr Score kGap{700}, kLimit{200};
  const Settings muller = find_preset("muller")->settings;
  Scene s("3qr1k1/pp4pp/5n2/2N3B1/8/8/2B3PP/3R2K1 w - - 0 1");
  s.passes(3);
  s.node.depth = Depth{3};
  const RuleSetting& setting = muller.of<WeakDeepFutility>();
  s.window(s.node.static_eval + Score{setting[WeakDeepFutility::P::Margin]} + kGap);
  expect_go_on(GeneralDeepFutility::ask(s.node, muller.of<GeneralDeepFutility>(), muller.conventions));
  expect_go_on(WeakGeneralFutility::ask(s.node, muller.of<WeakGeneralFutility>(), muller.conventions));
  const Verdict of_node = WeakDeepFutility::ask(s.node, setting, muller.conventions);
  expect_restrict(of_node, {.floor = kLimit + Score{1}, .queens_only = true, .checks = true}, s.node.alpha);

  const auto of_move = [&](std::string_view m) {
    return WeakDeepFutility::ask(s.move(m), setting, muller.conventions);
  };
  EXPECT_TRUE(of_move("h2h3").fires());
  EXPECT_TRUE(of_move("c5b7").fires());  // a pawn
  expect_go_on(of_move("g5f6"));         // the knight
  expect_go_on(of_move("d1d8"));         // the queen
  expect_held(of_move("c2b3"), Guard::GivesCheck);
}

}  // namespace
}  // namespace oknos::pruning
