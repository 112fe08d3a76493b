// `oknos-lab rules` from outside.
#include <algorithm>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/pruning/presets/preset.h"
#include "engine/pruning/registry/convention_keys.h"
#include "support/lab_program.h"

namespace {

using Json = nlohmann::json;
using oknos::test::lab;
using OknosLabRules = oknos::test::LabProgram;
namespace pruning = oknos::pruning;

TEST_F(OknosLabRules, ListEveryRuleWithItsPlaceAndWhereItIsOn) {
  const auto run = lab("rules");
  EXPECT_EQ(run.code, 0);
  for (const pruning::RuleInfo& rule : pruning::kRuleInfos)
    EXPECT_NE(run.out.find("\n" + std::string(rule.name)), std::string::npos) << rule.name;
  EXPECT_NE(run.out.find("general_futility  node, quiescence node\n"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("Always on."), std::string::npos);
  EXPECT_NE(run.out.find("On in muller, sound."), std::string::npos);
  EXPECT_EQ(run.out.find('\x1b'), std::string::npos) << "no colours in a pipe";
}

TEST_F(OknosLabRules, TellMoreOfOneByEitherOfItsNames) {
  const auto run = lab("rules frontier_futility");
  EXPECT_EQ(run.code, 0);
  EXPECT_NE(run.out.find("d = 1 and est(m) + margin <= alpha"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("wiki 125"), std::string::npos) << run.out;
  EXPECT_EQ(lab("rules \"Frontier Futility\"").out, run.out);
  EXPECT_EQ(lab("rules nosuch").code, 2);
  EXPECT_NE(lab("rules nosuch").out.find("frontier_futility"), std::string::npos);
}

TEST_F(OknosLabRules, MarkdownIsWhatTheDocumentationHolds) {
  std::ifstream file(OKNOS_SOURCE_DIR "/docs/rules/parameters.md");
  const std::string page((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const auto run = lab("rules --markdown");
  EXPECT_EQ(run.code, 0);
  std::size_t rows = 0;
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = run.out.find('\n', begin)) != std::string::npos; begin = end + 1) {
    const std::string line = run.out.substr(begin, end - begin);
    if (line.empty() || line[0] != '|') continue;
    ++rows;
    EXPECT_NE(page.find(line + "\n"), std::string::npos) << line;
  }
  EXPECT_GT(rows, pruning::kRules);
  EXPECT_EQ(lab("rules --markdown --json").code, 2);
}

TEST_F(OknosLabRules, JsonHoldsTheRegistryAndThePresets) {
  const Json json = Json::parse(lab("rules --json").out);
  ASSERT_EQ(json["rules"].size(), pruning::kRules);
  ASSERT_EQ(json["conventions"].size(), pruning::kConventionKeys.size());
  ASSERT_EQ(json["exemptions"].size(), pruning::kExemptions.size());
  for (std::size_t id = 0; id < pruning::kRules; ++id) {
    const Json& rule = json["rules"][id];
    EXPECT_EQ(rule["name"], pruning::kRuleInfos[id].name);
    EXPECT_EQ(rule["parameters"].size(), pruning::kRuleInfos[id].parameters.size());
    for (const std::string_view name : pruning::preset_names()) {
      const auto preset = pruning::find_preset(name);
      const Json& on = rule["on_in"];
      EXPECT_EQ(std::find(on.begin(), on.end(), name) != on.end(), preset->settings.rules[id].enabled) << name;
      for (std::size_t i = 0; i < rule["parameters"].size(); ++i)
        EXPECT_EQ(rule["parameters"][i]["values"][std::string(name)], preset->settings.rules[id].values[i]);
    }
  }
  EXPECT_EQ(Json::parse(lab("rules over_kill --json").out)["name"], "over_kill");
}

}  // namespace
