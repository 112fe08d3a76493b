#include "pruning/registry.h"

#include <gtest/gtest.h>
#include <set>

#include "pruning/names.h"

namespace oknos::pruning {
namespace {

TEST(Registry, EveryRuleIsFoundByItsNameAndItsType) {
  EXPECT_EQ(find_rule("stand_pat"), kId<StandPat>);
  EXPECT_EQ(find_rule("transposition_table"), kId<TranspositionTable>);
  for (std::size_t id = 0; id < kRules; ++id) EXPECT_EQ(find_rule(kRuleInfos[id].name), static_cast<RuleId>(id));
  EXPECT_FALSE(find_rule("").has_value());
  EXPECT_FALSE(find_rule("Frontier Futility").has_value());
}

TEST(Registry, EveryRuleSaysWhatItIs) {
  std::set<std::string_view> names;
  for (const RuleInfo& r : kRuleInfos) {
    names.insert(r.name);
    EXPECT_EQ(canonical(r.name), r.name);
    for (const std::string_view text : {r.condition, r.effect, r.source, r.soundness})
      EXPECT_FALSE(text.empty()) << r.name;
    for (const ParameterInfo& p : r.parameters) {
      EXPECT_EQ(canonical(p.name), p.name);
      EXPECT_NE(p.name, "enabled");
      EXPECT_LT(p.min, p.max) << r.name << "." << p.name;
      EXPECT_FALSE(p.unit.empty() || p.meaning.empty()) << r.name << "." << p.name;
    }
  }
  EXPECT_EQ(names.size(), kRules);
}

}  // namespace
}  // namespace oknos::pruning
