#include "engine/pruning/presets/options.h"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <random>
#include <set>

#include "engine/pruning/registry/names.h"

namespace oknos::pruning {
namespace {

const OptionInfo* find(const std::vector<OptionInfo>& list, std::string_view name) {
  const auto it = std::find_if(list.begin(), list.end(), [&](const OptionInfo& o) { return o.name == name; });
  return it == list.end() ? nullptr : &*it;
}

// The name and the value of a line "setoption name N value V".
std::pair<std::string, std::string> name_and_value(const std::string& line) {
  const std::string prefix = "setoption name ";
  const auto at = line.find(" value ");
  EXPECT_EQ(line.find(prefix), 0U);
  EXPECT_NE(at, std::string::npos);
  return {line.substr(prefix.size(), at - prefix.size()), line.substr(at + 7)};
}

TEST(Options, ListEverySwitchAndParameter) {
  const auto all = options();
  const OptionInfo* preset = find(all, "Preset");
  ASSERT_NE(preset, nullptr);
  EXPECT_EQ(preset->default_value, "modern");
  EXPECT_NE(std::find(preset->values.begin(), preset->values.end(), "heinz"), preset->values.end());
  const OptionInfo* a_switch = find(all, "Frontier Futility");
  ASSERT_NE(a_switch, nullptr);
  EXPECT_EQ(a_switch->type, OptionType::Combo);
  EXPECT_EQ(a_switch->default_value, "preset");
  EXPECT_EQ(a_switch->values, (std::vector<std::string>{"preset", "on", "off"}));
  const OptionInfo* margin = find(all, "Frontier Futility Margin");
  ASSERT_NE(margin, nullptr);
  EXPECT_EQ(margin->type, OptionType::Spin);
  EXPECT_EQ(margin->default_value, "-1");
  EXPECT_EQ(margin->min, -1);
  EXPECT_EQ(margin->max, 2000);
  EXPECT_EQ(find(all, "Null Move Min Depth")->default_value, "0");
  EXPECT_NE(find(all, "Exempt Gives Check"), nullptr);
  EXPECT_EQ(find(all, "Lazy Evaluation")->type, OptionType::Combo);
  EXPECT_EQ(find(all, "Over Kill Quiets")->max, 1);
  EXPECT_EQ(find(all, "Preset File")->type, OptionType::String);
  EXPECT_EQ(find(all, "Stand Pat"), nullptr);
}

TEST(Options, ListTheConventionsAsCombos) {
  const auto all = options();
  using Values = std::vector<std::string>;
  const std::vector<std::pair<std::string, Values>> expected = {
      {"Estimate", {"preset", "material", "evaluation", "tt", "bounds"}},
      {"Reply", {"preset", "piece", "attacked", "exact"}},
      {"In Check", {"preset", "evasions", "stand_pat"}},
      {"TT Bound", {"preset", "upper", "lower"}},
      {"Recorded", {"preset", "bound", "evaluation", "alpha"}},
      {"List Cutoff", {"preset", "off", "on"}},
      {"Proof Guards", {"preset", "on", "off"}}};
  for (const auto& [name, values] : expected) {
    const OptionInfo* option = find(all, name);
    ASSERT_NE(option, nullptr) << name;
    EXPECT_EQ(option->type, OptionType::Combo) << name;
    EXPECT_EQ(option->default_value, "preset") << name;
    EXPECT_EQ(option->values, values) << name;
  }
}

TEST(Options, NamesAreUnambiguous) {
  std::set<std::string> names;
  for (const OptionInfo& o : options()) EXPECT_TRUE(names.insert(canonical(o.name)).second) << o.name;
}

TEST(Options, EveryDefaultIsAllowedAndChangesNothing) {
  Overrides overrides;
  for (const OptionInfo& o : options()) {
    const auto done = overrides.set(o.name, o.default_value);
    ASSERT_TRUE(done.ok()) << done.error();
    EXPECT_TRUE(*done) << o.name;
  }
  EXPECT_EQ(overrides.settings(), default_preset().settings);
}

TEST(Options, EveryValueOfEveryOptionIsAllowed) {
  for (const OptionInfo& o : options()) {
    Overrides overrides;
    for (const std::string& value : o.values) EXPECT_TRUE(overrides.set(o.name, value).ok()) << o.name << " " << value;
    if (o.type != OptionType::Spin) continue;
    EXPECT_TRUE(overrides.set(o.name, std::to_string(o.max)).ok());
    EXPECT_FALSE(overrides.set(o.name, std::to_string(o.max + 1)).ok());
    EXPECT_TRUE(overrides.set(o.name, std::to_string(o.min)).ok());
    EXPECT_FALSE(overrides.set(o.name, std::to_string(o.min - 1)).ok());
  }
}

TEST(Overrides, BothSpellingsOfANameAreUnderstoodInAnyCase) {
  Overrides overrides;
  for (const char* name : {"Frontier Futility Margin", "frontier_futility.margin", "FRONTIER FUTILITY MARGIN"}) {
    ASSERT_TRUE(overrides.set(name, "-1").ok());
    ASSERT_TRUE(*overrides.set(name, "55"));
    EXPECT_EQ(overrides.settings().of<FrontierFutility>()[FrontierFutility::P::Margin], 55) << name;
  }
  for (const char* name : {"Exempt Takes Queen", "exemptions.takes_queen"}) {
    ASSERT_TRUE(overrides.set(name, "off").ok());
    ASSERT_TRUE(*overrides.set(name, "ON"));
    EXPECT_TRUE(overrides.settings().conventions.exemptions.contains(Guard::TakesQueen)) << name;
  }
  for (const char* name : {"Frontier Futility", "frontier_futility.enabled", "frontier_futility"}) {
    ASSERT_TRUE(overrides.set(name, "preset").ok());
    ASSERT_TRUE(*overrides.set(name, "off"));
    EXPECT_FALSE(overrides.settings().enabled<FrontierFutility>()) << name;
  }
}

TEST(Overrides, AConventionIsSetAndTakenBack) {
  const Settings modern = find_preset("modern")->settings;
  for (const ConventionKey& key : kConventionKeys) {
    for (std::size_t i = 0; i < key.values.size(); ++i) {
      Overrides overrides;
      Settings expected = modern;
      key.set(expected.conventions, i);
      ASSERT_TRUE(overrides.set(title_of(key.name), key.values[i].name).ok());
      EXPECT_EQ(overrides.settings(), expected) << key.name << " " << key.values[i].name;
      ASSERT_TRUE(overrides.set(key.name, "Preset").ok());
      EXPECT_EQ(overrides.settings(), modern) << key.name;
    }
  }
  Overrides overrides;
  ASSERT_TRUE(*overrides.set("IN CHECK", "Stand_Pat"));
  EXPECT_EQ(overrides.settings().conventions.in_check, InCheck::StandPat);
  ASSERT_TRUE(*overrides.set("tt_bound", "lower"));
  EXPECT_EQ(overrides.settings().conventions.tt_bound, TtBound::Lower);
}

TEST(Overrides, WhatIsNotOfTheRulesIsLeftToOthers) {
  Overrides overrides;
  for (const char* name : {"Hash", "", "Stand Pat", "stand_pat.enabled", "Frontier"}) {
    const auto done = overrides.set(name, "1");
    ASSERT_TRUE(done.ok());
    EXPECT_FALSE(*done) << name;
  }
}

TEST(Overrides, AnErrorNamesTheOptionTheValueAndWhatIsAllowedAndChangesNothing) {
  Overrides overrides;
  ASSERT_TRUE(overrides.set("Frontier Futility Margin", "70").ok());
  const Settings before = overrides.settings();
  EXPECT_EQ(
      overrides.set("Frontier Futility Margin", "2001").error(),
      "Frontier Futility Margin: \"2001\" is not allowed; allowed 0..2000 centipawns, or -1 for the preset's own");
  EXPECT_EQ(overrides.set("frontier_futility", "maybe").error(),
            "Frontier Futility: \"maybe\" is not allowed; allowed preset, on, off");
  EXPECT_FALSE(overrides.set("Frontier Futility Margin", "").ok());
  EXPECT_FALSE(overrides.set("Preset", "futile").ok());
  EXPECT_FALSE(overrides.set("Preset File", "/nowhere/x.toml").ok());
  EXPECT_EQ(overrides.set("Estimate", "guess").error(),
            "Estimate: \"guess\" is not allowed; allowed preset, material, evaluation, tt, bounds");
  EXPECT_EQ(overrides.set("in_check", "").error(),
            "In Check: \"\" is not allowed; allowed preset, evasions, stand_pat");
  EXPECT_EQ(overrides.settings(), before);
}

TEST(Overrides, AnExplicitValueWinsWhateverTheOrder) {
  std::vector<std::pair<std::string, std::string>> wanted = {
      {"Preset", "heinz"},        {"Frontier Futility", "off"}, {"Extended Futility Margin", "444"},
      {"Exempt Promotion", "on"}, {"Estimate", "bounds"},       {"TT Bound", "upper"}};
  Settings expected = find_preset("heinz")->settings;
  expected.rules[kId<FrontierFutility>].enabled = false;
  expected.rules[kId<ExtendedFutility>].values[0] = 444;
  expected.conventions.exemptions.set(Guard::Promotion, true);
  expected.conventions.estimate = Estimate::Bounds;
  expected.conventions.tt_bound = TtBound::Upper;
  std::sort(wanted.begin(), wanted.end());
  do {
    Overrides overrides;
    for (const auto& [name, value] : wanted) ASSERT_TRUE(overrides.set(name, value).ok()) << name;
    ASSERT_EQ(overrides.settings(), expected);
  } while (std::next_permutation(wanted.begin(), wanted.end()));
}

// A GUI sends the whole page back, unchanged values and all, in an order of its own.
TEST(Overrides, AWholePageInAnyOrderMeansTheSame) {
  std::vector<std::pair<std::string, std::string>> page;
  for (const OptionInfo& o : options()) page.emplace_back(o.name, o.name == "Preset" ? "mediocre" : o.default_value);
  for (auto& [name, value] : page)
    if (name == "Late Move Pruning") value = "on";
  Settings expected = find_preset("mediocre")->settings;
  expected.rules[kId<LateMovePruning>].enabled = true;
  const std::uint32_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  for (int i = 0; i < 50; ++i) {
    std::shuffle(page.begin(), page.end(), random);
    Overrides overrides;
    for (const auto& [name, value] : page) ASSERT_TRUE(overrides.set(name, value).ok()) << name;
    ASSERT_EQ(overrides.settings(), expected);
  }
}

TEST(Overrides, AValueIsTakenBack) {
  Overrides overrides;
  ASSERT_TRUE(overrides.set("Frontier Futility Margin", "70").ok());
  ASSERT_TRUE(overrides.set("Frontier Futility", "off").ok());
  ASSERT_TRUE(overrides.set("Estimate", "material").ok());
  ASSERT_TRUE(overrides.set("Frontier Futility Margin", "-1").ok());
  ASSERT_TRUE(overrides.set("Frontier Futility", "preset").ok());
  ASSERT_TRUE(overrides.set("Estimate", "preset").ok());
  EXPECT_EQ(overrides.settings(), default_preset().settings);
}

TEST(Overrides, AFileWinsOverThePresetsNameUntilItIsTakenBack) {
  Overrides overrides;
  ASSERT_TRUE(overrides.set("Preset File", std::string(OKNOS_SOURCE_DIR) + "/presets/heinz.toml").ok());
  ASSERT_TRUE(overrides.set("Preset", "wiki").ok());
  EXPECT_EQ(overrides.preset().name, "heinz");
  EXPECT_EQ(overrides.settings(), find_preset("heinz")->settings);
  ASSERT_TRUE(overrides.set("Preset File", "<empty>").ok());
  EXPECT_EQ(overrides.settings(), find_preset("wiki")->settings);
}

TEST(Options, UciLinesGiveTheSameSettingsOverAnyPreset) {
  for (const std::string_view name : preset_names()) {
    const Settings wanted = find_preset(name)->settings;
    for (const std::string_view base : preset_names()) {
      Overrides overrides;
      ASSERT_TRUE(overrides.set("Preset", base).ok());
      for (const std::string& line : to_uci(wanted)) {
        const auto [option, value] = name_and_value(line);
        const auto done = overrides.set(option, value);
        ASSERT_TRUE(done.ok()) << done.error();
        ASSERT_TRUE(*done) << option;
      }
      EXPECT_EQ(overrides.settings(), wanted) << name << " over " << base;
    }
  }
}

}  // namespace
}  // namespace oknos::pruning
