#include "pruning/rule_table.h"

#include <fstream>
#include <gtest/gtest.h>
#include <iterator>

#include "pruning/registry.h"

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

TEST(RuleTable, TheDocumentationHoldsTheTablesOfThisBuild) {
  std::ifstream file(OKNOS_SOURCE_DIR "/docs/rules.md");
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  for (const std::string& table : {rule_table(), parameter_table(), exemption_table()})
    EXPECT_NE(text.find(table), std::string::npos) << "docs/rules.md must hold this table:\n" << table;
}

}  // namespace
}  // namespace oknos::pruning
