#include "pruning/embedded_presets.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <set>
#include <toml++/toml.h>

#include "pruning/preset.h"

namespace oknos::pruning {
namespace {

TEST(EmbeddedPresets, EachIsCompleteAndCalledAsItsFile) {
  for (const EmbeddedPreset& e : embedded_presets()) {
    const auto preset = parse_preset(e.text, e.name);
    ASSERT_TRUE(preset.ok()) << preset.error();
    EXPECT_EQ(preset->name, e.name);
    EXPECT_FALSE(preset->description.empty()) << e.name;
    EXPECT_FALSE(preset->source.empty()) << e.name;
    EXPECT_EQ(e.text.find("extends"), std::string_view::npos) << "a built-in preset stands by itself";
    EXPECT_TRUE(find_preset(e.name).ok());
  }
}

TEST(EmbeddedPresets, AreTheFilesOfThePresetsFolderInTheOrderOfTheirNames) {
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(OKNOS_SOURCE_DIR) / "presets")) {
    if (entry.path().extension() != ".toml") continue;
    files.insert(entry.path().stem().string());
    std::ifstream file(entry.path());
    const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    const auto found = std::find_if(embedded_presets().begin(), embedded_presets().end(),
                                    [&](const EmbeddedPreset& e) { return e.name == entry.path().stem().string(); });
    ASSERT_NE(found, embedded_presets().end()) << entry.path();
    EXPECT_EQ(found->text, text);
  }
  std::vector<std::string> embedded;
  for (const EmbeddedPreset& e : embedded_presets()) embedded.emplace_back(e.name);
  EXPECT_EQ(embedded, std::vector<std::string>(files.begin(), files.end()));
}

TEST(EmbeddedPresets, HoldThoseThatAreDocumented) {
  for (const char* name : {"modern", "none", "heinz", "wiki", "mediocre"}) EXPECT_TRUE(find_preset(name).ok()) << name;
}

// Another reader of TOML, an independent one, finds the same values.
TEST(EmbeddedPresets, AreReadAlikeByTomlPlusPlus) {
  for (const EmbeddedPreset& e : embedded_presets()) {
    const ::toml::table other = ::toml::parse(e.text);
    const Preset ours = *parse_preset(e.text, e.name);
    EXPECT_EQ(other["name"].value<std::string>(), ours.name);
    EXPECT_EQ(other["description"].value<std::string>(), ours.description);
    EXPECT_EQ(other["source"].value<std::string>(), ours.source);
    EXPECT_EQ(other["estimate"].value<std::string>(), name_of(ours.settings.conventions.estimate));
    for (const ExemptionInfo& x : kExemptions)
      EXPECT_EQ(other["exemptions"][x.key].value<bool>(), ours.settings.conventions.exemptions.contains(x.guard))
          << x.key;
    for (std::size_t id = 0; id < kRules; ++id) {
      const RuleInfo& rule = kRuleInfos[id];
      if (!rule.may_be_off) continue;
      EXPECT_EQ(other[rule.name]["enabled"].value<bool>(), ours.settings.rules[id].enabled) << rule.name;
      for (std::size_t i = 0; i < rule.parameters.size(); ++i)
        EXPECT_EQ(other[rule.name][rule.parameters[i].name].value<int>(), ours.settings.rules[id].values[i])
            << rule.name;
    }
  }
}

TEST(EmbeddedPresets, NoneSkipsNothingAndHasModernsParameters) {
  const Settings none = find_preset("none")->settings;
  const Settings modern = find_preset("modern")->settings;
  for (std::size_t id = 0; id < kRules; ++id) {
    const bool off = kRuleInfos[id].kind == RuleKind::Family && kRuleInfos[id].may_be_off;
    EXPECT_EQ(none.rules[id].enabled, off ? false : modern.rules[id].enabled) << kRuleInfos[id].name;
    EXPECT_EQ(none.rules[id].values, modern.rules[id].values) << kRuleInfos[id].name;
  }
}

}  // namespace
}  // namespace oknos::pruning
