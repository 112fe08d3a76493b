// Which presets `oknos-lab price` measures.
#include "lab/play/preset_variants.h"

#include <gtest/gtest.h>
#include <set>

#include "engine/pruning/presets/preset.h"

namespace oknos::lab {
namespace {

std::set<std::string> changes(const std::vector<std::string>& rules) {
  const auto variants = make_variants(pruning::default_preset().settings, rules);
  std::set<std::string> out;
  for (const PresetVariant& v : *variants) EXPECT_TRUE(out.insert(v.change).second) << v.change << " comes twice";
  return out;
}

TEST(Variants, MoveEachParameterInThreeStepsToBothSides) {
  const pruning::Settings base = pruning::default_preset().settings;
  const int margin = base.of<pruning::FrontierFutility>()[pruning::FrontierFutility::P::Margin];
  const std::set<std::string> found = changes({"frontier_futility"});
  EXPECT_TRUE(found.contains("frontier_futility=off"));
  for (const int value : {margin / 4, margin / 2, 3 * margin / 4, 2 * margin, 4 * margin})
    EXPECT_TRUE(found.contains("frontier_futility.margin=" + std::to_string(value))) << value;
  EXPECT_FALSE(found.contains("frontier_futility.margin=" + std::to_string(margin)));
}

TEST(Variants, SwitchOnARuleThatIsOffAndNothingElseOfIt) {
  EXPECT_EQ(changes({"Razoring"}), std::set<std::string>{"razoring=on"});
}

TEST(Variants, LeaveOutWhatChangesNoValue) {
  const std::set<std::string> found = changes({});
  EXPECT_TRUE(found.contains("general_futility=on"));
  EXPECT_TRUE(found.contains("super_stand_pat=on"));
  EXPECT_FALSE(found.contains("lazy_evaluation=off"));
}

TEST(Variants, DifferInOneValueOfTheirOwnRule) {
  const pruning::Settings base = pruning::default_preset().settings;
  const auto variants = make_variants(base, {});
  ASSERT_TRUE(variants);
  EXPECT_GE(variants->size(), 100U);
  for (const PresetVariant& v : *variants) {
    std::size_t changed = 0;
    for (std::size_t id = 0; id < pruning::kRules; ++id)
      if (!(v.settings.rules[id] == base.rules[id])) {
        ++changed;
        EXPECT_EQ(v.rule, pruning::kRuleInfos[id].name);
      }
    EXPECT_EQ(changed, v.rule == "exemptions" ? 0U : 1U) << v.change;
    EXPECT_FALSE(v.settings == base) << v.change;
  }
}

TEST(Variants, NameAnUnknownRule) {
  const auto none = make_variants(pruning::default_preset().settings, {"razorin"});
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().find("did you mean razoring?"), std::string::npos) << none.error();
}

}  // namespace
}  // namespace oknos::lab
