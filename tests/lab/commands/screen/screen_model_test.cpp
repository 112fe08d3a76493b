// The regression of a screening on simulated games whose effects are known.
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

#include "lab/commands/screen.h"

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

TEST(Factors, AreDrawnWithTheirProbabilityAndOneValueOfEach) {
  const Factors all = {{"margin=61", "margin", 0}, {"margin=91", "margin", 1}, {"null_move=off", "null_move"}};
  constexpr int kDraws = 4000;
  std::vector<int> drawn(all.size());
  for (int i = 0; i < kDraws; ++i) {
    RandomNumbers random(7, static_cast<std::uint64_t>(i));
    const FactorSet set = draw_factors(all, 0.5, random);
    for (const std::size_t k : set) ++drawn[k];
    EXPECT_LE(std::count_if(set.begin(), set.end(), [](std::size_t k) { return k < 2; }), 1);
  }
  // Six standard deviations.
  EXPECT_NEAR(drawn[0], kDraws / 4, 165);
  EXPECT_NEAR(drawn[1], kDraws / 4, 165);
  EXPECT_NEAR(drawn[2], kDraws / 2, 190);
}

// --- Pairs of changes that do not add up

// Ten switches, and a parameter of the first with three values.
Factors switches() {
  Factors out;
  for (int i = 0; i < 10; ++i) {
    const std::string rule = "rule" + std::to_string(i);
    out.push_back({rule + "=off", rule});
  }
  for (const std::size_t value : {0, 1, 2})
    out.push_back({"rule0.margin=" + std::to_string(value), "rule0.margin", value});
  return out;
}

struct Joint {
  std::size_t first, second;
  double elo;
};

// The margin of a rule that is off means nothing.
double elo_of(const FactorSet& set, const std::vector<Joint>& joint) {
  const std::vector<double> effects = {-40, 20, 0, 10, -10, 0, 0, 5, 0, -5, -30, 0, -20};
  const auto has = [&](std::size_t i) { return std::binary_search(set.begin(), set.end(), i); };
  double sum = 0;
  for (const std::size_t i : set) sum += i >= 10 && has(0) ? 0 : effects[i];
  for (const Joint& j : joint) sum += has(j.first) && has(j.second) ? j.elo : 0;
  return sum;
}

std::vector<ScreenPair> play(std::size_t pairs, std::uint64_t seed, const std::vector<Joint>& joint) {
  const Factors all = switches();
  std::vector<ScreenPair> out;
  for (std::size_t n = 0; n < pairs; ++n) {
    RandomNumbers random(seed, n);
    ScreenPair pair{draw_factors(all, 0.25, random), draw_factors(all, 0.25, random), 0};
    const double score = score_of_elo(elo_of(pair.first, joint) - elo_of(pair.second, joint));
    for (int game = 0; game < 2; ++game) {
      const double u = random.unit(), draw = 1.2 * score * (1 - score);
      pair.half_points += u < score - draw / 2 ? 2 : u < score + draw / 2 ? 1 : 0;
    }
    out.push_back(std::move(pair));
  }
  return out;
}

TEST(InteractionSearch, FindsWhatDoesNotAddUp) {
  const std::vector<Joint> joint = {{1, 2, 60}, {3, 4, -60}};
  const auto games = play(12000, 1, joint);
  const InteractionSearch search = find_interactions(games, switches(), design_of(switches(), {}));
  ASSERT_EQ(search.found.size(), 2U);
  EXPECT_GT(search.searched, 60U);  // of 78 pairs, of which three have no joint effect
  for (const Joint& j : joint)
    EXPECT_TRUE(std::any_of(search.found.begin(), search.found.end(),
                            [&](const Interaction& i) { return i.first == j.first && i.second == j.second; }));
  // With them, the effects are those on the base; without them, they are averages.
  const auto alone = fit_screening(games, design_of(switches(), {})).effects;
  const auto together = fit_screening(games, design_of(switches(), search.found)).effects;
  EXPECT_GT(alone[2].elo.low, 0);
  EXPECT_LT(together[2].elo.low, 0);
  EXPECT_GT(together[2].elo.high, 0);
}

TEST(InteractionSearch, LeavesOutWhatTheDesignHas) {
  const auto games = play(12000, 2, {{1, 2, 60}});
  EXPECT_EQ(find_interactions(games, switches(), design_of(switches(), {})).found.size(), 1U);
  EXPECT_TRUE(find_interactions(games, switches(), design_of(switches(), {{2, 1}})).found.empty());
}

// With few games for each effect, too: without its correction the dispersion would find one in ten or more.
TEST(InteractionSearch, FindsNothingWhereAllAddsUp) {
  for (const std::size_t games : {140, 1500}) {
    constexpr std::uint64_t kRuns = 100;
    std::size_t found = 0;
    for (std::uint64_t run = 0; run < kRuns; ++run)
      found += find_interactions(play(games, 100 + run, {}), switches(), design_of(switches(), {})).found.size();
    EXPECT_LE(found, 10U) << games;  // about one in twenty
  }
}

TEST(InteractionSearch, NeedsEnoughGames) {
  const auto searched = [](std::size_t games) {
    return find_interactions(play(games, 1, {}), switches(), design_of(switches(), {})).searched;
  };
  EXPECT_EQ(searched(0), 0U);
  EXPECT_EQ(searched(129), 0U);  // less than ten for each of 13 effects
  EXPECT_EQ(searched(200), 0U);  // enough for these, but not for any pair of factors
  EXPECT_GT(searched(1000), 10U);
  const Factors one = {switches().front()};
  std::vector<ScreenPair> games(500, {{0}, {}, 3});
  games.front().half_points = 0;
  EXPECT_EQ(find_interactions(games, one, design_of(one, {})).searched, 0U) << "a factor alone has no joint effect";
}

// Only where its rule is on does a margin say anything, so nothing is left to be found between the two.
TEST(ScreenDesign, AParameterOfARuleThatIsOffMeansNothing) {
  const ScreenDesign design = design_of(switches(), {});
  EXPECT_FALSE(design.conditions[0]);
  EXPECT_FALSE(design.conditions[1]);
  ASSERT_TRUE(design.conditions[10]);
  EXPECT_EQ(design.conditions[10]->factor, 0U);
  EXPECT_FALSE(design.conditions[10]->beside);
  EXPECT_EQ(design.in_effect({0, 1, 10}), (FactorSet{0, 1}));
  EXPECT_EQ(design.in_effect({1, 10}), (FactorSet{1, 10}));
  const auto games = play(20000, 3, {});
  const auto effects = fit_screening(games, design).effects;
  EXPECT_LT(effects[10].elo.low, -30);
  EXPECT_GT(effects[10].elo.high, -30);
  EXPECT_TRUE(find_interactions(games, switches(), design).found.empty());
  const ScreenDesign averages{switches().size(), {}, {}};
  const auto as_averages = fit_screening(games, averages).effects;
  EXPECT_GT(as_averages[10].elo.value, effects[10].elo.value);
  EXPECT_GT(as_averages[10].games, effects[10].games);
}

TEST(ScreenDesign, AParameterOfARuleThatTheBaseLacksNeedsTheRule) {
  const Factors all = {{"razoring=on", "razoring"}, {"razoring.margin=200", "razoring.margin"}};
  const ScreenDesign design = design_of(all, {});
  EXPECT_EQ(design.in_effect({1}), FactorSet{});
  EXPECT_EQ(design.in_effect({0, 1}), (FactorSet{0, 1}));
}

// Two changes that replace each other, one that needs another, and a margin of a rule that is better switched off.
TEST(ScreenDesign, WhatAChangeGainsDependsOnTheOthers) {
  const auto games = play(20000, 4, {{1, 3, -40}});
  const ScreenDesign design = design_of(switches(), {{1, 3}});
  const ScreenFit fit = fit_screening(games, design);
  const auto gain = [&](std::size_t factor, const FactorSet& beside) { return *gain_of(factor, beside, design, fit); };
  EXPECT_NEAR(gain(3, {}).value, 10, 8);
  EXPECT_NEAR(gain(3, {1}).value, -30, 12);
  EXPECT_GT(gain(3, {}).high - gain(3, {}).low, 0);
  EXPECT_NEAR(gain(0, {10}).value, -10, 12);  // -40 without the margin of -30
  EXPECT_FALSE(gain_of(10, {0}, design, fit)) << "it changes nothing";
}

// --- Curves

Factors factors_of(const std::vector<std::string>& values, const std::string& base = "100") {
  Factors out;
  for (const auto& value : values) out.push_back({"rule.margin=" + value, "rule.margin", out.size(), base});
  return out;
}

ScreenFit fit_of(const std::vector<double>& elo) {
  ScreenFit out{{}, SymmetricMatrix(elo.size())};
  for (std::size_t i = 0; i < elo.size(); ++i) {
    out.effects.push_back({1000, {elo[i], elo[i] - kDeviationsOf95Percent, elo[i] + kDeviationsOf95Percent}});
    out.covariance.at(i, i) = 1;
  }
  return out;
}

TEST(ValueCurves, AreThoseOfNumbersWithABase) {
  const auto curves = value_curves(factors_of({"50", "200"}), fit_of({-3, -4}));
  ASSERT_EQ(curves.size(), 1U);
  EXPECT_EQ(curves[0].key, "rule.margin");
  EXPECT_EQ(curves[0].curve.base(), 100);
  EXPECT_EQ(curves[0].curve.least(), 50);
  EXPECT_EQ(curves[0].curve.greatest(), 200);
  EXPECT_TRUE(value_curves(factors_of({"50"}), fit_of({3})).empty());
  EXPECT_TRUE(value_curves(factors_of({"50", "200"}, ""), fit_of({3, 4})).empty());
  EXPECT_TRUE(value_curves(factors_of({"50", "200"}, "on"), fit_of({3, 4})).empty());
  EXPECT_TRUE(value_curves(factors_of({"50", "wild"}), fit_of({3, 4})).empty());
  EXPECT_TRUE(value_curves(factors_of({"50", "050"}), fit_of({3, 3})).empty());
}

TEST(ValueCurves, NeedEffectsThatAreKnown) {
  ScreenFit fit = fit_of({3, 4});
  EXPECT_EQ(value_curves(factors_of({"50", "200"}), fit).size(), 1U);
  fit.effects[1].elo = {4, -kEloLimit, kEloLimit};
  EXPECT_TRUE(value_curves(factors_of({"50", "200"}), fit).empty());
}

TEST(ValueCurves, TheOneThatGainsMostIsFirst) {
  Factors factors = factors_of({"50", "200"});
  for (const std::size_t i : {0, 1}) {
    factors.push_back(factors[i]);
    factors.back().key = "rule.slope";
    factors.back().change.replace(5, 6, "slope");
  }
  const auto curves = value_curves(factors, fit_of({-5, 2, -5, 8}));
  ASSERT_EQ(curves.size(), 2U);
  EXPECT_EQ(curves[0].key, "rule.slope");
  EXPECT_EQ(curves[1].key, "rule.margin");
}

}  // namespace
