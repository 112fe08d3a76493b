#include "engine/base/score.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace oknos {
namespace {

TEST(Score, MatesAreCountedFromTheRoot) {
  EXPECT_EQ(mate_in(0), kMate);
  EXPECT_EQ(mate_in(3).value(), 31997);
  EXPECT_EQ(mated_in(3), -mate_in(3));
  EXPECT_GT(mate_in(1), mate_in(3)) << "the shorter mate is the better one";
  EXPECT_GT(mated_in(4), mated_in(2)) << "being mated later is better";
}

TEST(Score, MateBoundsHoldEveryPly) {
  for (int ply = 0; ply <= kMaxPly; ++ply) {
    EXPECT_TRUE(is_win(mate_in(ply))) << ply;
    EXPECT_TRUE(is_loss(mated_in(ply))) << ply;
    EXPECT_TRUE(is_mate(mate_in(ply)) && is_mate(mated_in(ply))) << ply;
    EXPECT_FALSE(is_loss(mate_in(ply)) || is_win(mated_in(ply))) << ply;
  }
  EXPECT_FALSE(is_win(mate_in(kMaxPly + 1)));
  EXPECT_FALSE(is_mate(kDraw));
}

TEST(Score, OrderOfTheSpecialValues) {
  EXPECT_LT(kMaxEvaluation, kDecisiveBound);
  EXPECT_EQ(tb_win_in(kMaxPly), kDecisiveBound);
  EXPECT_LT(tb_win_in(0), kMateBound);
  EXPECT_LT(kMateBound, kMate);
  EXPECT_LT(kMate, kInfinite);
  EXPECT_NE(kNoScore, kInfinite);
  EXPECT_LT(kNoScore.value(), 32768) << "a score must fit into 16 bits";
}

RC_GTEST_PROP(ScoreProperty, AStaticValueClaimsNoMate, (int centipawns)) {
  const Score s{centipawns % 100000};
  const Score clamped = clamp_to_evaluation(s);
  RC_ASSERT(!is_decisive(clamped));
  if (!is_decisive(s)) RC_ASSERT(clamped == s);
  RC_ASSERT(clamp_to_evaluation(-s) == -clamped);
}

RC_GTEST_PROP(ScoreProperty, ArithmeticIsThatOfTheNumbers, (std::int16_t a, std::int16_t b)) {
  RC_ASSERT((Score{a} + Score{b}).value() == a + b);
  RC_ASSERT((Score{a} - Score{b}).value() == a - b);
  RC_ASSERT((-Score{a}).value() == -a);
  RC_ASSERT((Score{a} * 3).value() == a * 3);
  RC_ASSERT((Score{a} / 3).value() == a / 3);
  RC_ASSERT((Score{a} < Score{b}) == (a < b));
  Score c{a};
  c += Score{b};
  RC_ASSERT(c == Score{a + b});
  c -= Score{b};
  RC_ASSERT(c == Score{a});
}

TEST(Depth, Arithmetic) {
  EXPECT_EQ((Depth{5} + 2).plies(), 7);
  EXPECT_EQ((Depth{5} - Depth{6}).plies(), -1);
  EXPECT_LT(Depth{3}, Depth{4});
  EXPECT_LT(kMaxDepth.plies(), kMaxPly);
}

}  // namespace
}  // namespace oknos
