// Pairs of changes that do not add up, in simulated games.
#include "lab/commands/screen/interaction_search.h"

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
  const auto pairs = play(12000, 1, joint);
  const ScreenDesign design = design_of(factors(), {});
  const auto found = find_interactions(pairs, factors(), design);
  ASSERT_EQ(found.size(), 2U);
  for (const Joint& j : joint)
    EXPECT_TRUE(std::any_of(found.begin(), found.end(),
                            [&](const Interaction& i) { return i.first == j.first && i.second == j.second; }));
  // With them, the effects are those on the base; without them, they are averages.
  const auto alone = fit_screening(pairs, design).effects;
  const auto together = fit_screening(pairs, design_of(factors(), found)).effects;
  EXPECT_GT(alone[2].elo.low, 0);
  EXPECT_LT(together[2].elo.low, 0);
  EXPECT_GT(together[2].elo.high, 0);
  // What is in the design already is not found again.
  EXPECT_TRUE(find_interactions(pairs, factors(), design_of(factors(), found)).empty());
}

TEST(InteractionSearch, FindsNothingWhereAllAddsUp) {
  constexpr std::uint64_t kRuns = 30;
  std::size_t found = 0;
  for (std::uint64_t run = 0; run < kRuns; ++run)
    found += find_interactions(play(1500, 100 + run, {}), factors(), design_of(factors(), {})).size();
  EXPECT_LE(found, 5U);  // about one in twenty
}

TEST(InteractionSearch, NeedsEnoughPairs) {
  EXPECT_TRUE(find_interactions(play(100, 1, {{1, 2, 900}}), factors(), design_of(factors(), {})).empty());
  EXPECT_TRUE(find_interactions({}, factors(), design_of(factors(), {})).empty());
  const Factors one = {factors().front()};
  std::vector<ScreenPair> pairs(500, {{0}, {}, 3});
  pairs.front().half_points = 0;
  EXPECT_TRUE(find_interactions(pairs, one, design_of(one, {})).empty()) << "a factor alone has no joint effect";
}

// Only where its rule is on does a margin say anything, so nothing is left to be found between the two.
TEST(ScreenDesign, AParameterOfARuleThatIsOffMeansNothing) {
  const ScreenDesign design = design_of(factors(), {});
  EXPECT_FALSE(design.meaningless_with[0]);
  EXPECT_FALSE(design.meaningless_with[1]);
  EXPECT_EQ(design.meaningless_with[10], 0U);
  const auto pairs = play(20000, 3, {});
  const auto effects = fit_screening(pairs, design).effects;
  EXPECT_LT(effects[10].elo.low, -30);
  EXPECT_GT(effects[10].elo.high, -30);
  const auto as_averages = fit_effects(pairs, factors().size(), {});
  EXPECT_GT(as_averages[10].elo.value, effects[10].elo.value);
  EXPECT_GT(as_averages[10].games, effects[10].games);
}

}  // namespace
