#include "engine/pruning/rules/reverse_futility.h"

#include "engine/pruning/scene.h"

namespace oknos::pruning {
namespace {

constexpr int kMargin = 80;
constexpr int kImproving = 60;
RuleSetting setting(int blend = 0, int base = 0) {
  return setting_of(base, kMargin, kImproving, 6, blend);
}

struct ReverseFutilityTest : testing::Test {
  ReverseFutilityTest() {
    s.node.depth = Depth{2};
    s.window(Score{-3000});
  }
  Verdict ask(int blend = 0) const { return ReverseFutility::ask(s.node, setting(blend), {}); }
  void beta(Score b) { s.window(b - Score{1}); }
  Scene s{"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"};
};

TEST_F(ReverseFutilityTest, AsksForLessWhenImproving) {
  beta(s.node.static_eval - Score{2 * kMargin - kImproving});
  expect_go_on(ask());
  s.node.improving = true;
  EXPECT_TRUE(ask().fires());
  beta(s.node.beta + Score{1});
  expect_go_on(ask());
}

TEST_F(ReverseFutilityTest, HasAPartThatDoesNotGrow) {
  const RuleSetting with_base = setting(0, 150);
  for (const int depth : {1, 4}) {
    s.node.depth = Depth{depth};
    beta(s.node.static_eval - Score{150 + kMargin * depth});
    EXPECT_TRUE(ReverseFutility::ask(s.node, with_base, {}).fires()) << depth;
    beta(s.node.beta + Score{1});
    expect_go_on(ReverseFutility::ask(s.node, with_base, {}));
  }
}

TEST_F(ReverseFutilityTest, NeverHasAMarginBelowNothing) {
  EXPECT_EQ(ReverseFutility::margin(setting_of(0, 80, 200, 6, 0), 1, true), 0);
  EXPECT_EQ(ReverseFutility::margin(setting_of(0, 80, 200, 6, 0), 1, false), 80);
}

TEST_F(ReverseFutilityTest, ReturnsABlend) {
  beta(s.node.static_eval - Score{400});
  expect_cut(ask(0), s.node.beta);
  expect_cut(ask(25), s.node.beta + Score{100});
  expect_cut(ask(100), s.node.static_eval);
}

TEST_F(ReverseFutilityTest, NeverReturnsAMate) {
  s.node.static_eval = kMaxEvaluation;
  EXPECT_FALSE(is_mate(ask(100).value));
  EXPECT_TRUE(ask(100).fires());
}

TEST_F(ReverseFutilityTest, IsHeldWhenBetaIsAMate) {
  beta(mated_in(4));
  expect_held(ask(), Guard::MateWindow);
  beta(mate_in(4));
  expect_go_on(ask());
}

// A pawn up, but whoever must move decides it: the margins know nothing of that.
TEST_F(ReverseFutilityTest, IsHeldInPawnEndings) {
  Scene pawns("8/8/2k5/8/2P5/2K5/8/8 w - - 0 9");
  pawns.node.depth = Depth{2};
  pawns.window(Score{-500});
  expect_held(ReverseFutility::ask(pawns.node, setting(), {}), Guard::PawnEnding);
  Scene with_knight("8/8/2k5/8/2P5/2K5/8/7N w - - 0 9");
  with_knight.node.depth = Depth{2};
  with_knight.window(Score{-500});
  EXPECT_TRUE(ReverseFutility::ask(with_knight.node, setting(), {}).fires());
}

}  // namespace
}  // namespace oknos::pruning
