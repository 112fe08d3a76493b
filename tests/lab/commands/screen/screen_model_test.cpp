// The regression of a screening on simulated games whose effects are known.
#include "lab/commands/screen/screen_model.h"

#include <cmath>
#include <gtest/gtest.h>

namespace {

using namespace oknos::lab;
using oknos::RandomNumbers;

// Of factors that all mean something.
std::vector<Effect> fit_effects(const std::vector<ScreenPair>& pairs, std::size_t factors,
                                const std::vector<Interaction>& interactions) {
  return fit_screening(pairs, {factors, interactions, {}}).effects;
}

// Draws as many games as a match of engines does: a draw is half a win, so the expected score is that of the model.
int half_points_of_game(double elo, RandomNumbers& random) {
  constexpr double kDraws = 0.35;
  const double score = score_of_elo(elo);
  const double draw = kDraws * 4 * score * (1 - score);
  const double win = score - draw / 2;
  const double u = random.unit();
  return u < win ? 2 : u < win + draw ? 1 : 0;
}

struct Simulation {
  std::vector<double> effects;  // Elo of each factor
  double joint = 0;             // of the first two, beyond their sum
  double probability = 0.25;
  double opening = 80;  // standard deviation of an opening's advantage for White, Elo

  double elo_of(const FactorSet& set) const {
    double sum = 0;
    for (const std::size_t i : set) sum += effects[i];
    return sum + (set.size() > 1 && set[0] == 0 && set[1] == 1 ? joint : 0);
  }
  std::vector<ScreenPair> play(std::size_t pairs, std::uint64_t seed) const {
    Factors factors;
    for (std::size_t i = 0; i < effects.size(); ++i)
      factors.push_back({"f" + std::to_string(i) + "=on", "f" + std::to_string(i), 0});
    std::vector<ScreenPair> out;
    for (std::size_t n = 0; n < pairs; ++n) {
      RandomNumbers random(seed, n);
      ScreenPair pair;
      pair.first = draw_factors(factors, probability, random);
      pair.second = draw_factors(factors, probability, random);
      const double difference = elo_of(pair.first) - elo_of(pair.second);
      const double white = opening * (random.unit() + random.unit() + random.unit() - 1.5) * 2;
      pair.half_points =
          half_points_of_game(difference + white, random) + half_points_of_game(difference - white, random);
      out.push_back(std::move(pair));
    }
    return out;
  }
};

TEST(ScreenModel, FindsTheEffectsOfSimulatedGames) {
  const Simulation simulation{{-40, 0, 25, 10, -15, 60, 0, 5}};
  const auto effects = fit_effects(simulation.play(40000, 1), simulation.effects.size(), {});
  for (std::size_t i = 0; i < simulation.effects.size(); ++i) {
    EXPECT_NEAR(effects[i].elo.value, simulation.effects[i], 12) << i;
    EXPECT_LT(effects[i].elo.high - effects[i].elo.low, 16) << i;
  }
}

// 95 of 100 intervals contain the true effect: 20 factors, 40 screenings.
TEST(ScreenModel, IntervalsCoverTheTruth) {
  Simulation simulation;
  for (int i = 0; i < 20; ++i) simulation.effects.push_back(-30 + 3 * i);
  constexpr int kRuns = 40;
  int covered = 0, all = 0;
  double width = 0;
  for (std::uint64_t run = 0; run < kRuns; ++run) {
    const auto effects = fit_effects(simulation.play(2000, 100 + run), simulation.effects.size(), {});
    for (std::size_t i = 0; i < effects.size(); ++i, ++all) {
      covered += effects[i].elo.low <= simulation.effects[i] && simulation.effects[i] <= effects[i].elo.high;
      width += (effects[i].elo.high - effects[i].elo.low) / 2;
    }
  }
  const double share = static_cast<double>(covered) / all;
  RecordProperty("coverage", std::to_string(share));
  RecordProperty("half_width", std::to_string(width / all));
  EXPECT_GT(share, 0.92);
  EXPECT_LT(share, 0.98);
  EXPECT_LT(width / all, 20);  // of 4,000 games
}

// As many changes as a preset has variants, with values that exclude each other, and a switch that makes others
// meaningless: 30 keys with four values each, each key drawn with probability 1/4.
TEST(ScreenModel, CoversManyVariantsOfAPreset) {
  constexpr std::size_t kKeys = 30, kValues = 4, kPairs = 20000;
  Factors factors;
  std::vector<double> truth;
  RandomNumbers effects_of(11);
  for (std::size_t key = 0; key < kKeys; ++key)
    for (std::size_t value = 0; value < kValues; ++value) {
      const std::string name = "rule" + std::to_string(key);
      factors.push_back({name + "=" + std::to_string(value), name, value});
      truth.push_back(40 * (effects_of.unit() + effects_of.unit() - 1));
    }
  const auto elo_of = [&](const FactorSet& set) {
    double sum = 0;
    const bool off = !set.empty() && set[0] == 0;  // the first change makes those of the second key meaningless
    for (const std::size_t i : set) sum += off && factors[i].key == factors[kValues].key ? 0 : truth[i];
    return sum;
  };
  std::vector<ScreenPair> pairs;
  for (std::size_t n = 0; n < kPairs; ++n) {
    RandomNumbers random(12, n);
    ScreenPair pair{draw_factors(factors, 0.25, random), draw_factors(factors, 0.25, random), 0};
    const double difference = elo_of(pair.first) - elo_of(pair.second);
    const double white = 160 * (random.unit() + random.unit() + random.unit() - 1.5);
    pair.half_points =
        half_points_of_game(difference + white, random) + half_points_of_game(difference - white, random);
    pairs.push_back(std::move(pair));
  }
  const auto effects = fit_effects(pairs, factors.size(), {});
  int covered = 0;
  double width = 0;
  for (std::size_t i = 0; i < effects.size(); ++i) {
    covered += effects[i].elo.low <= truth[i] && truth[i] <= effects[i].elo.high;
    width += (effects[i].elo.high - effects[i].elo.low) / 2;
  }
  const auto all = static_cast<double>(effects.size());
  RecordProperty("coverage", std::to_string(covered / all));
  RecordProperty("half_width", std::to_string(width / all));
  EXPECT_GT(covered / all, 0.9);
  EXPECT_LT(width / all, 10);  // of 40,000 games
}

TEST(ScreenModel, FindsAJointEffect) {
  const Simulation simulation{{20, 20, 0}, -50, 0.5};
  const auto effects = fit_effects(simulation.play(40000, 3), 3, {{0, 1}});
  ASSERT_EQ(effects.size(), 4U);
  EXPECT_NEAR(effects[0].elo.value, 20, 12);
  EXPECT_NEAR(effects[3].elo.value, -50, 15);
  EXPECT_LT(effects[3].elo.high, 0);
}

// Two values of which every player has one: what they are worth against the base, no game tells.
TEST(ScreenModel, SaysNothingOfABaseThatDidNotPlay) {
  std::vector<ScreenPair> pairs;
  RandomNumbers random(21);
  for (int n = 0; n < 200; ++n)
    pairs.push_back({{random.below(2)}, {random.below(2)}, static_cast<int>(random.below(5))});
  for (const Effect& effect : fit_effects(pairs, 2, {})) {
    EXPECT_GT(effect.games, 100U);
    EXPECT_FALSE(is_known(effect.elo));
  }
}

// With hardly more pairs than effects, the model explains everything.
TEST(ScreenModel, SaysNothingWithFewPairsForEachEffect) {
  Simulation simulation;
  simulation.effects.assign(100, 0);
  for (const Effect& effect : fit_effects(simulation.play(140, 6), 100, {})) EXPECT_FALSE(is_known(effect.elo));
  int known = 0;
  for (const Effect& effect : fit_effects(simulation.play(200, 6), 100, {})) known += is_known(effect.elo);
  EXPECT_GT(known, 80);
}

// A factor that always had its opponent's company, or was hardly ever drawn.
TEST(ScreenModel, SaysNothingOfWhatNoGameTells) {
  std::vector<ScreenPair> pairs = Simulation{{30}}.play(500, 5);
  const auto effects = fit_effects(pairs, 2, {});
  EXPECT_EQ(effects[1].games, 0U);
  EXPECT_EQ(effects[1].elo.low, -kEloLimit);
  EXPECT_EQ(effects[1].elo.high, kEloLimit);
  EXPECT_EQ(fit_effects({}, 1, {})[0].elo.value, 0);
}

// No scatter is no certainty: an interval of width 0 would be one.
TEST(ScreenModel, SaysNothingIfAllPairsAreEven) {
  const std::vector<ScreenPair> pairs(50, ScreenPair{{0}, {}, 2});
  const Effect effect = fit_effects(pairs, 1, {})[0];
  EXPECT_EQ(effect.games, 100U);
  EXPECT_EQ(effect.elo.low, -kEloLimit);
  EXPECT_EQ(effect.elo.high, kEloLimit);
}

TEST(ScreenModel, CountsGamesInWhichOneSideHadTheFactor) {
  const std::vector<ScreenPair> pairs = {{{0}, {}, 4}, {{0}, {0}, 2}, {{}, {0}, 1}, {{}, {}, 2}};
  EXPECT_EQ(fit_effects(pairs, 1, {})[0].games, 4U);
}

// Without other factors, the effect is that of a match.
TEST(ScreenModel, AgreesWithAMatch) {
  std::vector<ScreenPair> pairs;
  Pentanomial five;
  const std::size_t counts[5] = {30, 60, 150, 90, 40};
  for (std::size_t half_points = 0; half_points < 5; ++half_points)
    for (std::size_t n = 0; n < counts[half_points]; ++n) {
      pairs.push_back({{0}, {}, static_cast<int>(half_points)});
      five.add(half_points);
    }
  const Effect effect = fit_effects(pairs, 1, {})[0];
  const Estimate match = figures(five).elo;
  EXPECT_NEAR(effect.elo.value, match.value, 0.1);
  EXPECT_NEAR(effect.elo.low, match.low, 0.7);
  EXPECT_NEAR(effect.elo.high, match.high, 0.7);
}

}  // namespace
