// The optimiser of `oknos-lab tune`, on functions whose best values are known.
#include "lab/commands/spsa.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numeric>
#include <random>

namespace oknos::lab {
namespace {

// The loss in Elo: a bowl with its bottom at `best`, `per_c` Elo lost at a distance of one c_end.
struct Bowl {
  std::vector<double> best;
  std::vector<double> scale;  // c_end of each parameter
  double per_c = 0.0;

  double elo(const std::vector<int>& at) const {
    double out = 0.0;
    for (std::size_t i = 0; i < at.size(); ++i) {
      const double distance = (at[i] - best[i]) / scale[i];
      out -= per_c * distance * distance;
    }
    return out;
  }
};

// Games won minus games lost in a pair, as chance has it.
int play_pair(double elo, std::mt19937_64& random) {
  const double score = 1.0 / (1.0 + std::pow(10.0, -elo / 400.0));
  int out = 0;
  for (int game = 0; game < 2; ++game) {
    const double drawn = 2.0 * std::min(score, 1.0 - score) * 0.6;
    const double luck = std::uniform_real_distribution<>(0.0, 1.0)(random);
    if (luck < drawn) continue;
    out += luck < drawn + score - drawn / 2.0 ? 1 : -1;
  }
  return out;
}

std::vector<SpsaParameter> some_parameters() {
  return {{400, 0, 800, 40, 0.02},
          {3, 1, 10, 0.5, 0.02},
          {-50, -300, 300, 15, 0.02},
          {100, 0, 200, 10, 0.02},
          {8, 1, 20, 1, 0.02}};
}

std::vector<double> scales_of(const std::vector<SpsaParameter>& parameters) {
  std::vector<double> out;
  for (const SpsaParameter& p : parameters) out.push_back(p.c_end);
  return out;
}

TEST(Spsa, FindsTheBottomOfABowlByGames) {
  const std::vector<SpsaParameter> parameters = some_parameters();
  const Bowl bowl{{120, 6, 90, 150, 12}, scales_of(parameters), 2.0};
  const std::uint64_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  SpsaSettings settings;
  settings.iterations = 20'000;
  settings.seed = seed;
  settings.in_flight = usual_in_flight(settings.iterations);
  Spsa spsa(parameters, settings);
  while (!spsa.finished()) {
    const SpsaTrial& trial = spsa.trial(spsa.applied());
    spsa.apply(play_pair(bowl.elo(trial.plus) - bowl.elo(trial.minus), random));
  }
  // Up to 8 c_end away at first. What is left is chance: its standard deviation is about half a c_end.
  for (std::size_t i = 0; i < parameters.size(); ++i)
    EXPECT_NEAR((spsa.values()[i] - bowl.best[i]) / bowl.scale[i], 0.0, 3.0) << "parameter " << i;
  EXPECT_GT(bowl.elo(spsa.rounded()), -20.0);
}

TEST(Spsa, EndsWithTheGivenPerturbationAndRate) {
  SpsaSettings settings;
  settings.iterations = 1'000;
  const Spsa spsa({{100, 0, 200, 10, 0.002}}, settings);
  EXPECT_NEAR(spsa.perturbation(0, 999), 10.0, 1e-9);
  EXPECT_NEAR(spsa.rate(0, 999), 0.002, 1e-12);
  EXPECT_NEAR(spsa.perturbation(0, 0), 10.0 * std::pow(1000.0, 0.101), 1e-9);
  // r_1 = r_end ((A + N) / (A + 1))^alpha / (c_1 / c_end)^2 with A = 100
  EXPECT_NEAR(spsa.rate(0, 0), 0.002 * std::pow(1100.0 / 101.0, 0.602) / std::pow(1000.0, 0.202), 1e-12);
}

TEST(Spsa, ASteadyWinnerMovesByTheSumOfTheSteps) {
  SpsaSettings settings;
  settings.iterations = 50;
  Spsa spsa({{100, 0, 1000, 10, 0.01}}, settings);
  double expected = 100.0;
  for (std::int64_t k = 0; k < settings.iterations; ++k) {
    const SpsaTrial& trial = spsa.trial(k);
    expected += spsa.rate(0, k) * spsa.perturbation(0, k) * 2.0;
    spsa.apply(trial.plus[0] > trial.minus[0] ? 2.0 : -2.0);  // the greater value wins both games
  }
  EXPECT_NEAR(spsa.values()[0], expected, 1e-9);
}

TEST(Spsa, RoundsUpAndDownSoThatTheMeanIsRight) {
  SpsaSettings settings;
  settings.iterations = 20'000;
  settings.in_flight = settings.iterations;  // all from the start
  const Spsa spsa({{5.3, 0, 10, 0.5, 0.002}}, settings);
  double sum = 0.0;
  for (std::int64_t k = 0; k < settings.iterations; ++k) {
    sum += spsa.trial(k).plus[0] + spsa.trial(k).minus[0];
    EXPECT_LE(std::abs(spsa.trial(k).plus[0] - spsa.trial(k).minus[0]), 4);
  }
  EXPECT_NEAR(sum / (2.0 * static_cast<double>(settings.iterations)), 5.3, 0.03);
}

TEST(Spsa, StaysWithinTheRange) {
  SpsaSettings settings;
  settings.iterations = 200;
  Spsa spsa({{1, 0, 3, 2, 0.5}}, settings);
  for (std::int64_t k = 0; k < settings.iterations; ++k) {
    const SpsaTrial trial = spsa.trial(k);
    for (const int value : {trial.plus[0], trial.minus[0]}) {
      EXPECT_GE(value, 0);
      EXPECT_LE(value, 3);
    }
    spsa.apply(trial.plus[0] > trial.minus[0] ? 2.0 : -2.0);
    EXPECT_LE(spsa.values()[0], 3.0);
  }
  EXPECT_EQ(spsa.rounded()[0], 3);
}

TEST(Spsa, KnowsAsManyTrialsAheadAsAreInFlight) {
  SpsaSettings settings;
  settings.iterations = 10;
  settings.in_flight = 4;
  Spsa spsa({{100, 0, 200, 10, 0.1}}, settings);
  EXPECT_TRUE(spsa.has_trial(3));
  EXPECT_FALSE(spsa.has_trial(4));
  spsa.apply(2.0);
  EXPECT_TRUE(spsa.has_trial(4));
  EXPECT_FALSE(spsa.has_trial(5));
  while (!spsa.finished()) spsa.apply(0.0);
  EXPECT_FALSE(spsa.has_trial(10));
}

}  // namespace
}  // namespace oknos::lab
