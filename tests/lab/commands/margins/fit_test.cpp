#include <gtest/gtest.h>

#include "engine/pruning/presets/preset.h"
#include "engine/pruning/registry/registry.h"
#include "lab/commands/margins.h"

namespace oknos::lab {
namespace {

using namespace pruning;  // NOLINT: the rules' names

AuditCase watched(const char* rule, int depth, int largest, bool error) {
  AuditCase c;
  c.rule = rule;
  c.watched = true;
  c.margin_facts.depth = depth;
  c.margin = 0;
  c.largest_margin = largest;
  c.error = error;
  c.nodes = 10;
  return c;
}

// Frontier futility: below a margin of 120 one of ten is wrong, from there up one of a thousand.
std::vector<AuditCase> frontier() {
  std::vector<AuditCase> out;
  for (int i = 0; i < 6000; ++i) {
    const int largest = i % 300;
    out.push_back(watched("frontier_futility", 1, largest, largest < 120 ? i % 10 == 0 : i % 1000 == 0));
  }
  return out;
}

TEST(Fit, TakesTheMarginThatSparesTheMostWithinTheRisk) {
  const Settings settings = default_preset().settings;
  const auto fits = fit_margins(frontier(), frontier(), settings, 0.002);
  ASSERT_EQ(fits.size(), 1U);
  const RuleFit& f = fits[0];
  EXPECT_EQ(f.rule, kId<FrontierFutility>);
  EXPECT_TRUE(f.after.enabled);
  EXPECT_EQ(f.after[FrontierFutility::P::Margin], 120) << "tried in steps of 15";
  EXPECT_LE(f.checked.error_rate(), 0.002);
  EXPECT_EQ(f.before[FrontierFutility::P::Margin], 100);
  EXPECT_GT(f.checked_before.errors, f.checked.errors);
}

TEST(Fit, ErrorsOfOneSearchWidenTheInterval) {
  const Settings settings = default_preset().settings;
  std::vector<AuditCase> cases = frontier();
  const auto apart = [&] {
    for (std::size_t i = 0; i < cases.size(); ++i) cases[i].search = static_cast<std::uint32_t>(i);
    return fit_margins(cases, cases, settings, 0.002).front();
  }();
  const auto together = [&] {  // errors come from few of them
    for (std::size_t i = 0; i < cases.size(); ++i)
      cases[i].search = cases[i].error ? 0 : static_cast<std::uint32_t>(i % 100);
    return fit_margins(cases, cases, settings, 0.002).front();
  }();
  EXPECT_EQ(apart.checked.errors, together.checked.errors);
  EXPECT_NEAR(apart.checked.interval.high, proportion(apart.checked.errors, apart.checked.cases).high, 1e-5);
  EXPECT_GT(together.checked.interval.high, apart.checked.interval.high);
  EXPECT_GT(together.checked_before.interval.high, 1.1 * apart.checked_before.interval.high);
}

TEST(Fit, ALargerRiskAllowsASmallerMargin) {
  const Settings settings = default_preset().settings;
  const auto fits = fit_margins(frontier(), frontier(), settings, 0.10);
  ASSERT_EQ(fits.size(), 1U);
  EXPECT_EQ(fits[0].after[FrontierFutility::P::Margin], 0);
}

TEST(Fit, SwitchesOffWhatHoldsNoRisk) {
  std::vector<AuditCase> bad;
  for (int i = 0; i < 3000; ++i) bad.push_back(watched("frontier_futility", 1, i % 1000, i % 2 == 0));
  const auto fits = fit_margins(bad, bad, default_preset().settings, 0.01);
  ASSERT_EQ(fits.size(), 1U);
  EXPECT_FALSE(fits[0].after.enabled);
  EXPECT_EQ(fits[0].checked.cases, 0U);
}

TEST(Fit, LeavesAloneWhatItKnowsTooLittleAbout) {
  EXPECT_TRUE(fit_margins({watched("frontier_futility", 1, 50, false)}, {}, default_preset().settings, 0.01).empty());
}

TEST(Fit, WhatAnotherRuleLeavesOutIsNoPartOfIt) {
  std::vector<AuditCase> cases = frontier();
  for (AuditCase& c : cases) c.decided = "late_move_pruning";
  EXPECT_TRUE(fit_margins(cases, cases, default_preset().settings, 0.01).empty());
  for (AuditCase& c : cases) c.decided = "frontier_futility";
  EXPECT_EQ(fit_margins(cases, cases, default_preset().settings, 0.01).size(), 1U) << "its own are";
}

TEST(RuleMarginSweep, GoesByDepthAndKind) {
  std::vector<AuditCase> cases = {watched("see_pruning", 1, 100, false), watched("see_pruning", 3, 100, false)};
  cases.push_back(watched("see_pruning", 2, 300, true));
  cases.back().margin_facts.tactical = true;
  const RuleMarginSweep margin_sweep(kId<SeePruning>, {&cases[0], &cases[1], &cases[2]},
                                     default_preset().settings.of<SeePruning>());
  RuleSetting setting = default_preset().settings.of<SeePruning>();  // 60 a ply, captures 100 a ply
  setting.values[static_cast<std::size_t>(SeePruning::P::CaptureMargin)] = 200;
  EXPECT_EQ(margin_sweep.effect(setting).cases, 1U) << "60 at depth 1; 180 at 3 and 400 at 2 are more than was lost";
  setting.values[static_cast<std::size_t>(SeePruning::P::CaptureMargin)] = 140;
  EXPECT_EQ(margin_sweep.effect(setting).errors, 1U);
  setting.enabled = false;
  EXPECT_EQ(margin_sweep.effect(setting).cases, 0U);
}

TEST(MarginParameters, AreThoseOfTheMargin) {
  EXPECT_EQ(margin_parameters(kId<ExtendedFutility>), (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(margin_parameters(kId<LateMovePruning>), (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(margin_parameters(kId<ReverseFutility>), (std::vector<std::size_t>{0, 1, 2}));
}

}  // namespace
}  // namespace oknos::lab
