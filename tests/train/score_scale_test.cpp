#include "train/score_scale.h"

#include <gtest/gtest.h>

namespace oknos::train {
namespace {

// Wins and losses as often as sigmoid(score / scale) says.
ScoreHistogram histogram(double scale) {
  ScoreHistogram out;
  for (int score = -600; score <= 600; score += 10) {
    const int wins = static_cast<int>(std::lround(200 * sigmoid(score / scale)));
    for (int n = 0; n < 200; ++n) out.add(Score{score}, n < wins ? 2 : 0);
  }
  return out;
}

TEST(ScoreScale, FindsTheScaleThatMadeTheResults) {
  for (const double scale : {80.0, 200.0, 450.0}) EXPECT_NEAR(histogram(scale).best_scale(), scale, scale / 50);
}

TEST(ScoreScale, SumsAndCorrelation) {
  ScoreHistogram a;
  EXPECT_EQ(a.correlation(), 0.0);
  a.add(Score{100}, 2);
  a.add(Score{-100}, 0);
  EXPECT_NEAR(a.correlation(), 1.0, 1e-12);
  ScoreHistogram b;
  b.add(Score{100}, 0);
  b.add(Score{-100}, 2);
  a += b;
  EXPECT_EQ(a.count(), 4U);
  EXPECT_NEAR(a.correlation(), 0.0, 1e-12);
  EXPECT_NEAR(a.error(1e9), 0.25, 1e-6);  // every score counts as nothing
}

}  // namespace
}  // namespace oknos::train
