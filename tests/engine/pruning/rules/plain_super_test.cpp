#include "engine/pruning/rules/plain_super.h"

#include "engine/eval/bounds/positional_bound.h"
#include "engine/pruning/scene.h"

namespace oknos::pruning {
namespace {

constexpr int kMargin = 60;
const RuleSetting kSetting = setting_of(kMargin);

template <class G = AllGuards>
Verdict ask(const Scene& s, const Conventions& conventions = {}, const G& guards = {}) {
  return PlainSuper::ask(s.node, kSetting, conventions, guards);
}

struct PlainSuperTest : testing::Test {
  PlainSuperTest() { beta(Score{-5000}); }
  void beta(Score b) { s.window(b - Score{1}); }
  Scene s{kQuietPosition};
};

TEST_F(PlainSuperTest, CutsAtTheThresholdAndNotOneCentipawnAbove) {
  const Score left = s.node.static_eval - Score{950 + kMargin};
  beta(left);
  expect_cut(ask(s), left);
  beta(left + Score{1});
  expect_go_on(ask(s));
}

TEST_F(PlainSuperTest, TakesBoundsForTheWholeEvaluation) {
  const Score left = s.incremental.value(Color::White) - eval::positional_bound(s.position, 2) - Score{950 + kMargin} -
                     eval::max_psqt_loss_in_two(s.position, s.incremental, Color::White);
  beta(left);
  expect_cut(ask(s, standing_pat_in_check()), left);
  beta(left + Score{1});
  expect_go_on(ask(s, standing_pat_in_check()));
}

// Our move may unblock the pawn.
TEST_F(PlainSuperTest, CountsTheirPromotionThoughThePawnIsBlocked) {
  Scene promotes("4k3/8/8/8/8/8/p7/N3K3 w - - 0 1");
  const Score left = promotes.node.static_eval - Score{320 + 850 + kMargin};
  promotes.window(left - Score{1});
  expect_cut(ask(promotes), left);
  promotes.window(left);
  expect_go_on(ask(promotes));
  EXPECT_TRUE(ask(promotes, {}, without(Guard::Promotion)).fires());
}

TEST_F(PlainSuperTest, ActsUpToDepthTwo) {
  for (const int depth : {1, 2}) {
    s.node.depth = Depth{depth};
    EXPECT_TRUE(ask(s).fires());
  }
  s.node.depth = Depth{3};
  expect_go_on(ask(s));
  EXPECT_TRUE(ask(s, {}, without(Guard::DepthRange)).fires());
  s.node.depth = Depth{4};
  expect_go_on(ask(s, {}, without(Guard::DepthRange)));
}

TEST_F(PlainSuperTest, ActsInCheckOnlyWhereQuiescenceStandsPatThere) {
  Scene check(kInCheckPosition);
  check.window(Score{-5000});
  for (const Estimate e : kEstimates) {
    expect_go_on(ask(check, estimating(e)));
    EXPECT_EQ(ask(check, standing_pat_in_check(e)).fires(), !uses_evaluation(e));
  }
}

TEST_F(PlainSuperTest, IsHeldWhenBetaIsAMate) {
  beta(mated_in(4));
  expect_held(ask(s), Guard::MateWindow);
}

TEST_F(PlainSuperTest, IsHeldWithoutALegalMove) {
  Scene stalemate(kStalematePosition);
  stalemate.node.static_eval = Score{2000};
  expect_held(ask(stalemate), Guard::LegalMove);
  EXPECT_TRUE(ask(stalemate, {}, without(Guard::LegalMove)).fires());
  Scene mate("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1");  // a mate is worth less than any static value
  ASSERT_TRUE(mate.position.in_check());
  mate.window(Score{-5000});
  expect_held(ask(mate, standing_pat_in_check()), Guard::LegalMove);
}

// Whatever is played is the hundredth ply.
TEST_F(PlainSuperTest, IsHeldWhenEveryMoveDraws) {
  Scene clock("4k3/8/8/8/8/8/8/QQ2K3 w - - 99 100");
  clock.node.depth = Depth{2};
  clock.window(kDraw);
  expect_held(ask(clock), Guard::ChildAlive);
  EXPECT_TRUE(ask(clock, {}, without(Guard::ChildAlive)).fires());
  clock.window(Score{-1});
  EXPECT_TRUE(ask(clock).fires());
  clock.window(kDraw);
  clock.node.depth = Depth{1};
  EXPECT_TRUE(ask(clock).fires());
  Scene with_a_pawn("4k3/8/8/8/8/8/P7/QQ2K3 w - - 99 100");
  with_a_pawn.node.depth = Depth{2};
  EXPECT_TRUE(ask(with_a_pawn).fires());
}

}  // namespace
}  // namespace oknos::pruning
