// The misjudgements of a weaker player.
#include "engine/eval/noise.h"

#include <cmath>
#include <gtest/gtest.h>

#include "engine/chess/fen.h"
#include "engine/eval/eval_positions.h"
#include "engine/eval/evaluator.h"

namespace oknos::eval {
namespace {

constexpr Noise kNoise{100, 7};

TEST(Noise, IsAlwaysTheSameForAPlayerAndAnotherForAnother) {
  int different = 0;
  for (const Position& p : test::positions_of("middlegames", 10)) {
    EXPECT_EQ(noise_of(kNoise, p), noise_of(kNoise, p));
    different += noise_of(kNoise, p) != noise_of({kNoise.deviation, kNoise.seed + 1}, p) ? 1 : 0;
  }
  EXPECT_GT(different, 90);
}

// Not biased, and about as large as was asked for.
TEST(Noise, HasAboutTheDeviationThatWasAskedFor) {
  double sum = 0, squares = 0;
  int count = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    for (const Position& p : test::positions_of("middlegames", 20)) {
      const double error = noise_of({kNoise.deviation, seed}, p).value();
      sum += error;
      squares += error * error;
      ++count;
    }
  EXPECT_NEAR(sum / count, 0.0, 20.0);
  const double deviation = std::sqrt(squares / count);
  EXPECT_GT(deviation, kNoise.deviation * 1.0);
  EXPECT_LT(deviation, kNoise.deviation * 2.0);
}

TEST(Noise, ChangesWhatAnEvaluatorSaysAndOnlyWhileItIsSet) {
  Evaluator evaluator;
  const Position p = Position::initial();
  const Incremental incremental = Incremental::of(p);
  const Score exact = evaluator.value(p, incremental, 0);
  EXPECT_TRUE(evaluator.has_bound());
  evaluator.set_noise(kNoise);
  EXPECT_EQ(evaluator.value(p, incremental, 0), exact + noise_of(kNoise, p));
  EXPECT_FALSE(evaluator.has_bound());
  evaluator.set_noise({});
  EXPECT_EQ(evaluator.value(p, incremental, 0), exact);
}

}  // namespace
}  // namespace oknos::eval
