#include "engine/pruning/rules/general_futility.h"

#include "engine/eval/bounds/positional_bound.h"
#include "engine/pruning/scene.h"

namespace oknos::pruning {
namespace {

constexpr int kMargin = 30;
const RuleSetting kSetting = setting_of(kMargin);
constexpr Score kQueen{950};
constexpr Score kAll{20000};

struct GeneralFutilityTest : testing::Test {
  template <class G = AllGuards>
  Verdict ask(const Conventions& conventions = {}, const G& guards = {}) const {
    return GeneralFutility::ask(s.node, kSetting, conventions, guards);
  }
  Scene s{kQuietPosition};
  const Score without_win = s.node.static_eval + Score{kMargin};
};

TEST_F(GeneralFutilityTest, FailsLowAtTheThresholdAndNotOneCentipawnBelow) {
  s.window(without_win + kQueen);
  expect_cut(ask(), without_win + kQueen);
  s.window(without_win + kQueen - Score{1});
  expect_restrict(ask(), {.floor = kQueen}, s.node.alpha);
}

TEST_F(GeneralFutilityTest, LeavesTheCapturesThatWinEnoughWhereNothingElseHelps) {
  s.window(without_win);
  expect_restrict(ask(), {.floor = Score{1}}, s.node.alpha);
  s.window(without_win + Score{320});  // a knight is just too little
  expect_restrict(ask(), {.floor = Score{321}}, s.node.alpha);
  s.window(without_win - Score{1});
  expect_go_on(ask());
}

TEST_F(GeneralFutilityTest, KeepsChecksWhereThePresetSparesThem) {
  s.window(without_win);
  expect_restrict(ask(exempting(Guard::GivesCheck)), {.floor = Score{1}, .checks = true}, s.node.alpha);
}

// Quiet checks and their answers would follow one another without an end.
TEST_F(GeneralFutilityTest, KeepsNoChecksInQuiescence) {
  s.window(without_win);
  s.node.depth = Depth{0};
  expect_restrict(ask(exempting(Guard::GivesCheck)), {.floor = Score{1}, .checks = false}, s.node.alpha);
}

TEST_F(GeneralFutilityTest, CountsWhatIsAttackedWhereThePresetSaysSo) {
  Conventions attacked;
  attacked.reply = Reply::Attacked;
  s.window(without_win + Score{100});  // f3xe5
  expect_cut(ask(attacked), s.node.alpha);
  s.window(without_win + Score{99});
  expect_restrict(ask(attacked), {.floor = Score{100}}, s.node.alpha);
}

TEST_F(GeneralFutilityTest, CountsTheBestMoveExactlyWhereThePresetSaysSo) {
  Conventions exact;
  exact.reply = Reply::Exact;
  const Score rise = eval::max_eval_gain(s.position, s.incremental, Color::White);
  s.window(without_win + rise);
  expect_cut(ask(exact), s.node.alpha);
  s.window(without_win + rise - Score{1});
  EXPECT_NE(ask(exact).kind, Verdict::Kind::Cut);
}

TEST_F(GeneralFutilityTest, TakesBoundsForTheWholeEvaluation) {
  const Score rise = eval::max_psqt_gain(s.position, s.incremental, Color::White);
  const Score most = s.incremental.value(Color::White) + eval::positional_bound(s.position, 1) + Score{kMargin};
  s.window(most + kQueen + rise);
  expect_cut(ask(standing_pat_in_check()), most + kQueen + rise);
  s.window(s.node.alpha - Score{1});
  expect_restrict(ask(standing_pat_in_check()), {.floor = kQueen}, s.node.alpha);
  // As long as one quiet move may do it by psqt alone, captures are not enough.
  s.window(most + rise - Score{1});
  expect_go_on(ask(standing_pat_in_check()));
  s.window(most + rise);
  expect_restrict(ask(standing_pat_in_check()), {.floor = Score{1}}, s.node.alpha);
}

TEST_F(GeneralFutilityTest, CountsAPawnThatCanPromote) {
  Scene promotes("8/P3k3/8/8/8/8/8/4K3 w - - 0 1");
  const Score most = promotes.node.static_eval + Score{kMargin + 850};
  promotes.window(most);
  expect_cut(GeneralFutility::ask(promotes.node, kSetting, {}), most);
  promotes.window(most - Score{1});
  EXPECT_NE(GeneralFutility::ask(promotes.node, kSetting, {}).kind, Verdict::Kind::Cut);
  expect_cut(GeneralFutility::ask(promotes.node, kSetting, {}, without(Guard::Promotion)), most - Score{850});
  Scene blocked("n3k3/P7/8/8/8/8/8/4K3 w - - 0 1");
  blocked.window(kAll);
  expect_cut(GeneralFutility::ask(blocked.node, kSetting, {}), blocked.node.static_eval + Score{kMargin + 320});
}

TEST_F(GeneralFutilityTest, CountsAPawnThatCanBeTakenEnPassant) {
  Scene passing("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
  Conventions attacked;
  attacked.reply = Reply::Attacked;
  passing.window(kAll);
  const Score none = passing.node.static_eval + Score{kMargin};
  expect_cut(GeneralFutility::ask(passing.node, kSetting, attacked), none + Score{100});
  expect_cut(GeneralFutility::ask(passing.node, kSetting, attacked, without(Guard::EnPassant)), none);
}

TEST_F(GeneralFutilityTest, ActsAtTheHorizonAndOnePlyAbove) {
  s.window(kAll);
  for (const int depth : {0, 1}) {
    s.node.depth = Depth{depth};
    EXPECT_TRUE(ask().fires());
  }
  s.node.depth = Depth{2};
  expect_go_on(ask());
  EXPECT_TRUE(ask({}, without(Guard::DepthRange)).fires());
  s.node.depth = Depth{3};
  expect_go_on(ask({}, without(Guard::DepthRange)));
}

TEST_F(GeneralFutilityTest, ActsInCheckOnlyWhereQuiescenceStandsPatThere) {
  Scene check(kInCheckPosition);
  check.window(kAll);
  for (const Estimate e : kEstimates) {
    expect_go_on(GeneralFutility::ask(check.node, kSetting, estimating(e)));
    const Verdict v = GeneralFutility::ask(check.node, kSetting, standing_pat_in_check(e));
    EXPECT_EQ(v.fires(), !uses_evaluation(e)) << "what nobody has computed cannot be judged by";
  }
  check.node.static_eval = Score{-400};
  expect_cut(GeneralFutility::ask(check.node, kSetting, standing_pat_in_check(Estimate::Evaluation)),
             Score{-400 + kMargin} + kQueen);
}

TEST_F(GeneralFutilityTest, IsHeldWhenAlphaIsAMate) {
  s.window(mate_in(9));
  expect_held(ask(), Guard::MateWindow);
  EXPECT_TRUE(ask({}, without(Guard::MateWindow)).fires());
}

// The mistake of Gothmog 0.2.6: stalemated, but the rule says lost.
TEST_F(GeneralFutilityTest, IsHeldInAStalemateThatIsBetterThanAlpha) {
  Scene stalemate("K7/1r6/b7/8/8/p7/P7/1k6 w - - 0 1");
  stalemate.window(Score{-1});
  ASSERT_FALSE(has_legal_move(stalemate.position));
  expect_held(GeneralFutility::ask(stalemate.node, kSetting, {}), Guard::LegalMove);
  EXPECT_TRUE(GeneralFutility::ask(stalemate.node, kSetting, {}, without(Guard::LegalMove)).fires());
  Conventions as_written;
  as_written.proof_guards = ProofGuards::Off;
  EXPECT_TRUE(GeneralFutility::ask(stalemate.node, kSetting, as_written).fires());
  stalemate.window(kDraw);
  EXPECT_TRUE(GeneralFutility::ask(stalemate.node, kSetting, {}).fires());
  stalemate.window(Score{-1});
  stalemate.node.depth = Depth{0};  // the horizon asks for no stalemate
  EXPECT_TRUE(GeneralFutility::ask(stalemate.node, kSetting, {}).fires());
}

}  // namespace
}  // namespace oknos::pruning
