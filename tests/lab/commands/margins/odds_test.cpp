#include <gtest/gtest.h>

#include "engine/base/random_numbers.h"
#include "engine/pruning/presets/preset.h"
#include "engine/pruning/registry/registry.h"
#include "lab/commands/margins.h"
#include "lab/statistics/logistic.h"

namespace oknos::lab {
namespace {

using namespace pruning;  // NOLINT: the rules' names
using P = FittedFutility::P;

RuleSetting truth() {
  RuleSetting out = default_preset().settings.of<FittedFutility>();
  const std::initializer_list<std::pair<P, int>> weights = {{P::Base, -150},    {P::Depth, 20},   {P::Searched, -40},
                                                            {P::History, 150},  {P::Below, -60},  {P::Above, 30},
                                                            {P::Improving, 50}, {P::CutNode, -80}};
  for (const auto& [p, w] : weights) out.values[static_cast<std::size_t>(p)] = static_cast<std::int16_t>(w);
  return out;
}

// Wrong with just the odds that truth() gives.
std::vector<AuditCase> drawn(std::uint64_t seed, int count) {
  RandomNumbers random(seed);
  const auto below = [&](int n) { return static_cast<int>(random.below(static_cast<std::uint64_t>(n))); };
  std::vector<AuditCase> out;
  for (int i = 0; i < count; ++i) {
    AuditCase c;
    c.rule = "fitted_futility";
    c.watched = true;
    c.largest_margin = 0;
    c.nodes = 10;
    c.depth = c.margin_facts.depth = 1 + below(6);
    c.searched = 1 + below(30);
    c.history = below(32768) - 16384;
    c.alpha = below(800) - 400;
    c.static_eval = below(800) - 400;
    c.improving = below(2) == 1;
    c.node = below(2) == 1 ? NodeKind::Cut : NodeKind::All;
    c.error = below(1'000'000) < 1e6 * probability_of(-largest_margin(c, truth()) / 100.0);
    out.push_back(c);
  }
  return out;
}

TEST(Odds, TheWeightsAreFoundAgain) {
  const auto cases = drawn(1, 20'000);
  std::vector<const AuditCase*> pointers;
  for (const AuditCase& c : cases) pointers.push_back(&c);
  const RuleSetting before = default_preset().settings.of<FittedFutility>();
  const RuleSetting fitted = with_fitted_weights(before, pointers);
  for (std::size_t i = static_cast<std::size_t>(P::Base); i <= static_cast<std::size_t>(P::CutNode); ++i)
    EXPECT_NEAR(fitted.values[i], truth().values[i], 25) << FittedFutility::kParameters[i].name;
  EXPECT_EQ(fitted[P::Margin], before[P::Margin]);
  EXPECT_EQ(fitted[P::MaxDepth], before[P::MaxDepth]);
}

TEST(Odds, TheRiskIsHeldInCasesThatWereNotSeen) {
  const auto fits = fit_margins(drawn(2, 30'000), drawn(3, 30'000), default_preset().settings, 0.02);
  ASSERT_EQ(fits.size(), 1U);
  const RuleFit& f = fits[0];
  EXPECT_EQ(f.rule, kId<FittedFutility>);
  EXPECT_TRUE(f.after.enabled);
  EXPECT_NE(f.after[P::Below], 0) << "the weights are fitted too";
  EXPECT_LE(f.checked.interval.low, 0.02);
  EXPECT_GT(f.checked.error_rate(), 0.015) << "and none of it is given away";
  EXPECT_GT(f.checked.cases, 2'000U);
}

}  // namespace
}  // namespace oknos::lab
