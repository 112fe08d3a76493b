#include "engine/pruning/rules/super_stand_pat.h"

#include "engine/eval/bounds/positional_bound.h"
#include "engine/pruning/scene.h"

namespace oknos::pruning {
namespace {

constexpr int kMargin = 50;
constexpr int kReduction = 2;
const RuleSetting kSetting = setting_of(kMargin);

template <class G = AllGuards>
Verdict ask(const Scene& s, const Conventions& conventions = {}, const G& guards = {}) {
  return SuperStandPat::ask(s.node, kSetting, conventions, guards);
}

struct SuperStandPatTest : testing::Test {
  SuperStandPatTest() {
    s.passes(kReduction);
    s.node.depth = Depth{3};
    beta(Score{-5000});
  }
  void beta(Score b) { s.window(b - Score{1}); }
  Scene s{kQuietPosition};
};

TEST_F(SuperStandPatTest, CutsAtTheThresholdAndNotOneCentipawnAbove) {
  const Score left = s.node.static_eval - Score{950 + kMargin};
  beta(left);
  expect_cut(ask(s), left);
  beta(left + Score{1});
  expect_go_on(ask(s));
}

TEST_F(SuperStandPatTest, CountsOnlyWhatIsAttackedWhereThePresetSaysSo) {
  Conventions attacked;
  attacked.reply = Reply::Attacked;
  const Score left = s.node.static_eval - Score{kMargin};  // black attacks nothing
  beta(left);
  expect_cut(ask(s, attacked), left);
  beta(left + Score{1});
  expect_go_on(ask(s, attacked));
}

TEST_F(SuperStandPatTest, CountsTheBestReplyExactlyWhereThePresetSaysSo) {
  Conventions exact;
  exact.reply = Reply::Exact;
  for (const int after_null : {0, 1}) {  // at the horizon the reply takes or promotes
    s.node.depth = Depth{1 + kReduction + after_null};
    const eval::Counted counted{.quiets = after_null > 0};
    const Score loss = eval::max_eval_gain(s.position, s.incremental, Color::Black, kInfinite, counted);
    const Score left = s.node.static_eval - Score{kMargin} - loss;
    beta(left);
    expect_cut(ask(s, exact), left);
    beta(left + Score{1});
    expect_go_on(ask(s, exact));
  }
}

TEST_F(SuperStandPatTest, TakesBoundsForTheWholeEvaluation) {
  const Score left = s.incremental.value(Color::White) - eval::positional_bound(s.position, 1) - Score{950 + kMargin} -
                     eval::max_psqt_gain(s.position, s.incremental, Color::Black);
  beta(left);
  expect_cut(ask(s, standing_pat_in_check()), left);
  beta(left + Score{1});
  expect_go_on(ask(s, standing_pat_in_check()));
}

TEST_F(SuperStandPatTest, CountsTheirPromotion) {
  Scene promotes("4k3/8/8/8/8/8/p7/4KN2 w - - 0 1");
  promotes.passes(kReduction);
  const Score left = promotes.node.static_eval - Score{320 + 850 + kMargin};
  promotes.window(left - Score{1});
  expect_cut(ask(promotes), left);
  promotes.window(left);
  expect_go_on(ask(promotes));
  EXPECT_TRUE(ask(promotes, {}, without(Guard::Promotion)).fires());
}

TEST_F(SuperStandPatTest, ActsToTheDepthWhereTheReplyIsTheLastMove) {
  for (const int reduction : {1, 2, 3}) {
    s.passes(reduction);
    for (const int depth : {1, 2 + reduction}) {
      s.node.depth = Depth{depth};
      EXPECT_TRUE(ask(s).fires()) << depth;
    }
    s.node.depth = Depth{3 + reduction};
    expect_go_on(ask(s));
    EXPECT_TRUE(ask(s, {}, without(Guard::DepthRange)).fires());
    s.node.depth = Depth{4 + reduction};
    expect_go_on(ask(s, {}, without(Guard::DepthRange)));
  }
}

// The search takes another ply off for every so many centipawns above beta.
TEST_F(SuperStandPatTest, CountsTheReductionThatTheStaticValueAdds) {
  constexpr int kDivisor = 500;
  s.node.depth = Depth{3 + kReduction};
  beta(s.node.static_eval - Score{950 + kMargin});
  expect_go_on(ask(s));
  s.passes_further_above_beta(kDivisor);  // 1000 above beta: two plies
  EXPECT_TRUE(ask(s).fires());
  s.node.depth = Depth{4 + kReduction};
  EXPECT_TRUE(ask(s).fires());
  s.node.depth = Depth{5 + kReduction};
  expect_go_on(ask(s));
}

// The null-move variant of the proofs passes without a static value.
TEST_F(SuperStandPatTest, CountsTheLeastReductionWhereTheStaticValueIsNotKnown) {
  s.passes_further_above_beta(100);
  s.node.static_eval = kNoScore;
  EXPECT_TRUE(ask(s, standing_pat_in_check()).fires());
  s.node.depth = Depth{3 + kReduction};
  expect_go_on(ask(s, standing_pat_in_check()));
}

TEST_F(SuperStandPatTest, IsSilentWithoutNullMoves) {
  s.node.null_move = nullptr;
  expect_go_on(ask(s));
}

TEST_F(SuperStandPatTest, IsHeldWhereTheSearchWouldNotPass) {
  s.node.after_null = true;
  expect_held(ask(s), Guard::NullAllowed);
  EXPECT_TRUE(ask(s, {}, without(Guard::NullAllowed)).fires());
  s.node.after_null = false;
  s.node.pv = true;
  expect_held(ask(s), Guard::NullAllowed);
  s.node.pv = false;
  s.passes(kReduction, 4);
  expect_held(ask(s), Guard::NullAllowed);
  s.node.depth = Depth{4};
  EXPECT_TRUE(ask(s).fires());
}

TEST_F(SuperStandPatTest, IsHeldInCheckAlsoWhereQuiescenceStandsPat) {
  Scene check(kInCheckPosition);
  check.passes(kReduction);
  check.window(Score{-5000});
  expect_go_on(ask(check));
  expect_held(ask(check, standing_pat_in_check()), Guard::NullAllowed);
}

// Zugzwang: the king must let the pawn through, and passing would not.
TEST_F(SuperStandPatTest, IsHeldWithoutPieces) {
  Scene pawns("8/5K2/8/8/3k4/1p6/8/8 w - - 0 1");
  pawns.passes(kReduction);
  pawns.node.depth = Depth{3};
  pawns.window(Score{-950});
  expect_held(ask(pawns), Guard::NullAllowed);
}

TEST_F(SuperStandPatTest, IsHeldWhenBetaIsAMate) {
  beta(mated_in(4));
  expect_held(ask(s), Guard::MateWindow);
}

TEST_F(SuperStandPatTest, IsHeldInAStalemateThatDoesNotReachBeta) {
  Scene stalemate(kStalematePosition);
  stalemate.passes(kReduction);
  stalemate.node.depth = Depth{3};
  stalemate.node.static_eval = Score{2000};
  stalemate.window(kDraw);
  expect_held(ask(stalemate), Guard::LegalMove);
  EXPECT_TRUE(ask(stalemate, {}, without(Guard::LegalMove)).fires());
  Conventions as_written;
  as_written.proof_guards = ProofGuards::Off;
  EXPECT_TRUE(ask(stalemate, as_written).fires());
  stalemate.window(Score{-1});
  EXPECT_TRUE(ask(stalemate).fires());
}

TEST_F(SuperStandPatTest, IsHeldWhenTheyWouldBeStalemated) {
  Scene corner("7k/5Q2/8/8/8/8/8/K7 w - - 0 1");
  corner.passes(kReduction);
  corner.node.static_eval = Score{2000};
  corner.node.depth = Depth{2 + kReduction};
  corner.window(kDraw);
  expect_held(ask(corner), Guard::ReplyExists);
  EXPECT_TRUE(ask(corner, {}, without(Guard::ReplyExists)).fires());
  corner.node.depth = Depth{1 + kReduction};  // the null move leads to the horizon, which asks for no stalemate
  EXPECT_TRUE(ask(corner).fires());
  corner.node.depth = Depth{2 + kReduction};
  corner.window(Score{-1});
  EXPECT_TRUE(ask(corner).fires());
}

}  // namespace
}  // namespace oknos::pruning
