// The misjudgements of a weaker player.
#include "eval/blur.h"

#include <cmath>
#include <gtest/gtest.h>

#include "chess/fen.h"
#include "eval/eval_positions.h"
#include "eval/evaluator.h"

namespace oknos::eval {
namespace {

constexpr Blur kBlur{100, 7};

TEST(Blur, IsAlwaysTheSameForAPlayerAndAnotherForAnother) {
  int different = 0;
  for (const Position& p : test::positions_of("middlegames", 10)) {
    EXPECT_EQ(error_of(kBlur, p), error_of(kBlur, p));
    different += error_of(kBlur, p) != error_of({kBlur.deviation, kBlur.seed + 1}, p) ? 1 : 0;
  }
  EXPECT_GT(different, 90);
}

// Not biased, and about as large as was asked for.
TEST(Blur, HasAboutTheDeviationThatWasAskedFor) {
  double sum = 0, squares = 0;
  int count = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    for (const Position& p : test::positions_of("middlegames", 20)) {
      const double error = error_of({kBlur.deviation, seed}, p).value();
      sum += error;
      squares += error * error;
      ++count;
    }
  EXPECT_NEAR(sum / count, 0.0, 20.0);
  const double deviation = std::sqrt(squares / count);
  EXPECT_GT(deviation, kBlur.deviation * 1.0);
  EXPECT_LT(deviation, kBlur.deviation * 2.0);
}

TEST(Blur, ChangesWhatAnEvaluatorSaysAndOnlyWhileItIsSet) {
  Evaluator evaluator;
  const Position p = Position::initial();
  const Incremental incremental = Incremental::of(p);
  const Score exact = evaluator.value(p, incremental, 0);
  EXPECT_TRUE(evaluator.has_bound());
  evaluator.set_blur(kBlur);
  EXPECT_EQ(evaluator.value(p, incremental, 0), exact + error_of(kBlur, p));
  EXPECT_FALSE(evaluator.has_bound());
  evaluator.set_blur({});
  EXPECT_EQ(evaluator.value(p, incremental, 0), exact);
}

}  // namespace
}  // namespace oknos::eval
