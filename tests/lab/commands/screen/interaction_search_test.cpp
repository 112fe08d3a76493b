// Pairs of changes that do not add up, in simulated games.
#include "lab/commands/screen/interaction_search.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "engine/base/random_numbers.h"

namespace {

using namespace oknos::lab;
using oknos::RandomNumbers;

// Ten switches, and a parameter of the first with three values.
Factors factors() {
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
  const Factors all = factors();
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
  const InteractionSearch search = find_interactions(games, factors(), design_of(factors(), {}));
  ASSERT_EQ(search.found.size(), 2U);
  EXPECT_GT(search.searched, 60U);  // of 78 pairs, of which three have no joint effect
  for (const Joint& j : joint)
    EXPECT_TRUE(std::any_of(search.found.begin(), search.found.end(),
                            [&](const Interaction& i) { return i.first == j.first && i.second == j.second; }));
  // With them, the effects are those on the base; without them, they are averages.
  const auto alone = fit_screening(games, design_of(factors(), {})).effects;
  const auto together = fit_screening(games, design_of(factors(), search.found)).effects;
  EXPECT_GT(alone[2].elo.low, 0);
  EXPECT_LT(together[2].elo.low, 0);
  EXPECT_GT(together[2].elo.high, 0);
}

TEST(InteractionSearch, LeavesOutWhatTheDesignHas) {
  const auto games = play(12000, 2, {{1, 2, 60}});
  EXPECT_EQ(find_interactions(games, factors(), design_of(factors(), {})).found.size(), 1U);
  EXPECT_TRUE(find_interactions(games, factors(), design_of(factors(), {{2, 1}})).found.empty());
}

// With few games for each effect, too: without its correction the dispersion would find one in ten or more.
TEST(InteractionSearch, FindsNothingWhereAllAddsUp) {
  for (const std::size_t games : {140, 1500}) {
    constexpr std::uint64_t kRuns = 100;
    std::size_t found = 0;
    for (std::uint64_t run = 0; run < kRuns; ++run)
      found += find_interactions(play(games, 100 + run, {}), factors(), design_of(factors(), {})).found.size();
    EXPECT_LE(found, 10U) << games;  // about one in twenty
  }
}

TEST(InteractionSearch, NeedsEnoughGames) {
  const auto searched = [](std::size_t games) {
    return find_interactions(play(games, 1, {}), factors(), design_of(factors(), {})).searched;
  };
  EXPECT_EQ(searched(0), 0U);
  EXPECT_EQ(searched(129), 0U);  // less than ten for each of 13 effects
  EXPECT_EQ(searched(200), 0U);  // enough for these, but not for any pair of factors
  EXPECT_GT(searched(1000), 10U);
  const Factors one = {factors().front()};
  std::vector<ScreenPair> games(500, {{0}, {}, 3});
  games.front().half_points = 0;
  EXPECT_EQ(find_interactions(games, one, design_of(one, {})).searched, 0U) << "a factor alone has no joint effect";
}

// Only where its rule is on does a margin say anything, so nothing is left to be found between the two.
TEST(ScreenDesign, AParameterOfARuleThatIsOffMeansNothing) {
  const ScreenDesign design = design_of(factors(), {});
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
  EXPECT_TRUE(find_interactions(games, factors(), design).found.empty());
  const ScreenDesign averages{factors().size(), {}, {}};
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
  const ScreenDesign design = design_of(factors(), {{1, 3}});
  const ScreenFit fit = fit_screening(games, design);
  const auto gain = [&](std::size_t factor, const FactorSet& beside) { return *gain_of(factor, beside, design, fit); };
  EXPECT_NEAR(gain(3, {}).value, 10, 8);
  EXPECT_NEAR(gain(3, {1}).value, -30, 12);
  EXPECT_GT(gain(3, {}).high - gain(3, {}).low, 0);
  EXPECT_NEAR(gain(0, {10}).value, -10, 12);  // -40 without the margin of -30
  EXPECT_FALSE(gain_of(10, {0}, design, fit)) << "it changes nothing";
}

}  // namespace
