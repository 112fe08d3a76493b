#include "lab/commands/ablate/ablation.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "engine/pruning/presets/preset.h"
#include "support/random_network.h"

namespace oknos::lab {
namespace {

using namespace pruning;  // NOLINT: the rules' names

Plan modern() {
  Plan plan;
  plan.preset = default_preset();
  plan.settings = plan.preset.settings;
  return plan;
}

const Settings& settings_of(const Ablation& a, const std::string& name) {
  const auto found = std::find(a.names.begin(), a.names.end(), name);
  EXPECT_NE(found, a.names.end()) << name;
  return a.players[static_cast<std::size_t>(found - a.names.begin())].settings;
}

TEST(Ablation, TakesTheRulesOfTheFamilyThatAreOn) {
  const auto rules = rules_to_ablate(modern().settings, {});
  ASSERT_TRUE(rules);
  EXPECT_EQ(*rules, (RuleIds{kId<DeltaPruning>, kId<ReverseFutility>, kId<FrontierFutility>, kId<ExtendedFutility>,
                             kId<LateMovePruning>, kId<SeePruning>}))
      << "search features and what changes nothing are left alone";
}

TEST(Ablation, TakesTheRulesThatAreNamed) {
  const auto rules = rules_to_ablate(modern().settings, {"null_move", "delta_pruning", "null_move"});
  ASSERT_TRUE(rules);
  EXPECT_EQ(*rules, (RuleIds{kId<DeltaPruning>, kId<NullMovePruning>}));
}

TEST(Ablation, RefusesWhatCannotBeLeftOut) {
  EXPECT_NE(rules_to_ablate(modern().settings, {"nonsense"}).error().find("nonsense"), std::string::npos);
  EXPECT_NE(rules_to_ablate(modern().settings, {"razoring"}).error().find("--set razoring=on"), std::string::npos);
  EXPECT_NE(rules_to_ablate(find_preset("none")->settings, {}).error().find("--rule"), std::string::npos);
}

TEST(Ablation, EachRuleActsAloneAndIsLeftOut) {
  const Plan plan = modern();
  const RuleIds rules = *rules_to_ablate(plan.settings, {});
  const Ablation a = make_ablation(plan, rules, false);
  EXPECT_EQ(settings_of(a, "whole"), plan.settings);
  const Settings& alone = settings_of(a, "+see_pruning");
  const Settings& without = settings_of(a, "-see_pruning");
  for (const RuleId rule : rules) {
    EXPECT_FALSE(settings_of(a, "none").rules[rule].enabled);
    EXPECT_EQ(alone.rules[rule].enabled, rule == kId<SeePruning>);
    EXPECT_EQ(without.rules[rule].enabled, rule != kId<SeePruning>);
  }
  EXPECT_TRUE(alone.enabled<NullMovePruning>()) << "what is not ablated stays";
  EXPECT_EQ(a.names.size(), 2 + 2 * rules.size() + 2 * groups_of(rules).size());
}

TEST(Ablation, EverySearchHasThePlansNetwork) {
  Plan plan = modern();
  plan.network = test::random_network(1, 32);
  for (const Participant& player : make_ablation(plan, *rules_to_ablate(plan.settings, {}), false).players)
    EXPECT_EQ(player.network, plan.network) << player.name;
}

TEST(Ablation, GroupsHaveTwoRulesAtLeast) {
  const auto groups = groups_of(*rules_to_ablate(modern().settings, {}));
  ASSERT_EQ(groups.size(), 1U) << "of the others there is one each";
  EXPECT_EQ(groups[0].name, "move rules");
  EXPECT_EQ(groups[0].rules.size(), 4U);
  EXPECT_EQ(groups_of(*rules_to_ablate(find_preset("muller")->settings, {})).size(), 2U);
}

TEST(Ablation, LeavesOutAnyTwo) {
  const Plan plan = modern();
  const Ablation a = make_ablation(plan, *rules_to_ablate(plan.settings, {}), true);
  const Settings& both = settings_of(a, Ablation::without(kId<SeePruning>, kId<LateMovePruning>));
  EXPECT_FALSE(both.enabled<SeePruning>());
  EXPECT_FALSE(both.enabled<LateMovePruning>());
  EXPECT_TRUE(both.enabled<FrontierFutility>());
  EXPECT_EQ(Ablation::without(kId<SeePruning>, kId<LateMovePruning>), "-late_move_pruning -see_pruning");
}

}  // namespace
}  // namespace oknos::lab
