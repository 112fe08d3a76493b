#include "engine/pruning/registry/rule_table.h"

#include <fstream>
#include <gtest/gtest.h>
#include <iterator>

#include "engine/pruning/registry/convention_keys.h"
#include "engine/pruning/registry/registry.h"

namespace oknos::pruning {
namespace {

TEST(RuleTable, HasARowForEveryRuleAndParameter) {
  const std::string rules = rule_table();
  const std::string parameters = parameter_table();
  for (const RuleInfo& r : kRuleInfos) {
    EXPECT_NE(rules.find("| `" + std::string(r.name) + "` |"), std::string::npos);
    for (const ParameterInfo& p : r.parameters)
      EXPECT_NE(parameters.find("| `" + std::string(r.name) + "." + std::string(p.name) + "` |"), std::string::npos);
  }
}

TEST(RuleTable, HasARowForEveryValueOfEveryConvention) {
  const std::string table = convention_table();
  for (const ConventionKey& key : kConventionKeys)
    for (const ConventionValue& v : key.values)
      EXPECT_NE(table.find("| `" + std::string(key.name) + "` | " + std::string(key.meaning) + " | `" +
                           std::string(v.name) + "` | " + std::string(v.meaning) + " |"),
                std::string::npos)
          << key.name << " " << v.name;
}

TEST(RuleTable, NamesEveryPlaceWhereARuleIsAsked) {
  EXPECT_EQ(places_of(FrontierFutility::kInfo), "move");
  EXPECT_EQ(places_of(OverKill::kInfo), "node, move, quiescence node, quiescence move");
  EXPECT_EQ(places_of(GeneralFutility::kInfo), "node, quiescence node");
  EXPECT_EQ(places_of(StandPat::kInfo), "quiescence node");
  EXPECT_EQ(places_of(QuiescenceSee::kInfo), "search feature");
}

TEST(RuleTable, TheDocumentationHoldsTheTablesOfThisBuild) {
  std::ifstream file(OKNOS_SOURCE_DIR "/docs/rules/parameters.md");
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  for (const std::string& table : {rule_table(), parameter_table(), exemption_table(), convention_table()})
    EXPECT_NE(text.find(table), std::string::npos) << "docs/rules/parameters.md must hold this table:\n" << table;
}

}  // namespace
}  // namespace oknos::pruning
