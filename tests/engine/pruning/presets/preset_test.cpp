#include "engine/pruning/presets/preset.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <random>

#include "engine/pruning/presets/embedded_presets.h"

namespace oknos::pruning {
namespace {

std::string modern_text() {
  return to_toml(*find_preset("modern"));
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const auto at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  if (at != std::string::npos) text.replace(at, what.size(), by);
  return text;
}

std::string error_of(const std::string& text) {
  const auto preset = parse_preset(text, "my.toml");
  return preset ? "no error" : preset.error();
}

TEST(Preset, ReadsACompleteFile) {
  const auto preset = parse_preset(modern_text(), "my.toml");
  ASSERT_TRUE(preset.ok()) << preset.error();
  EXPECT_EQ(preset->name, "modern");
  EXPECT_TRUE(preset->settings.enabled<StandPat>());
  EXPECT_TRUE(preset->settings.enabled<FrontierFutility>());
  EXPECT_EQ(preset->settings.of<FrontierFutility>()[FrontierFutility::P::Margin], 100);
  EXPECT_TRUE(preset->settings.conventions.exemptions.contains(Guard::GivesCheck));
  EXPECT_FALSE(preset->settings.conventions.exemptions.contains(Guard::TakesQueen));
}

TEST(Preset, ExtendsABuiltInOneWhereverTheKeyStands) {
  const auto preset = parse_preset(
      "name = \"mine\"\nestimate = \"material\"\nextends = \"Modern\"\n[frontier_futility]\nmargin = 77\n", "my.toml");
  ASSERT_TRUE(preset.ok()) << preset.error();
  Settings expected = find_preset("modern")->settings;
  expected.conventions.estimate = Estimate::Material;
  expected.rules[kId<FrontierFutility>].values[0] = 77;
  EXPECT_EQ(preset->settings, expected);
}

TEST(Preset, WhatAFileDoesNotSayIsAsTheRulesDeclareIt) {
  const auto preset = parse_preset("extends = \"Defaults\"\n[razoring]\nslope = 61\n", "my.toml");
  ASSERT_TRUE(preset.ok()) << preset.error();
  EXPECT_EQ(preset->extends, kDefaults);
  for (std::size_t id = 0; id < kRules; ++id) {
    const RuleInfo& rule = kRuleInfos[id];
    const RuleSetting& setting = preset->settings.rules[id];
    EXPECT_EQ(setting.enabled, (rule.kind == RuleKind::SearchFeature && !rule.off_unless_set) || !rule.may_be_off)
        << rule.name;
    for (std::size_t i = 0; i < rule.parameters.size(); ++i) {
      const bool changed = rule.name == "razoring" && rule.parameters[i].name == "slope";
      EXPECT_EQ(setting.values[i], changed ? 61 : rule.parameters[i].default_value) << rule.name;
    }
  }
}

TEST(Preset, WritesWhatDiffersFromItsBase) {
  Preset mine = *parse_preset("name = \"mine\"\nextends = \"heinz\"\n", "my.toml");
  EXPECT_EQ(mine.extends, "heinz");
  mine.settings.conventions.estimate = Estimate::Tt;
  mine.settings.rules[kId<Razoring>].enabled = true;
  mine.settings.rules[kId<FrontierFutility>].values[0] = 77;
  const std::string text = to_toml(mine, base_of(mine));
  EXPECT_EQ(text,
            "name = \"mine\"\ndescription = \"\"\nsource = \"\"\nextends = \"heinz\"\nestimate = \"tt\"\n\n"
            "[razoring]\nenabled = true\n\n[frontier_futility]\nmargin = 77\n");
  EXPECT_EQ(*parse_preset(text, "my.toml"), mine);
  // Of every built-in preset over every other, too.
  for (const std::string_view base : preset_names())
    for (const std::string_view name : preset_names()) {
      const auto again = parse_preset(to_toml(*find_preset(name), *find_preset(base)), "again.toml");
      ASSERT_TRUE(again.ok()) << again.error();
      EXPECT_EQ(*again, *find_preset(name));
    }
}

TEST(Preset, ACompleteFileIsComparedWithTheDefaultPreset) {
  const auto complete = parse_preset(modern_text(), "my.toml");
  EXPECT_EQ(complete->extends, "");
  EXPECT_EQ(base_of(*complete).name, kDefaultPreset);
  EXPECT_EQ(base_of(*find_preset("modern")).name, kDefaults);
}

TEST(Preset, ReadsEveryValueOfEveryConvention) {
  for (const ConventionKey& key : kConventionKeys) {
    for (std::size_t i = 0; i < key.values.size(); ++i) {
      const std::string line = std::string(key.name) + " = \"" + std::string(key.values[i].name) + "\"\n";
      const auto preset = parse_preset("extends = \"modern\"\n" + line, "my.toml");
      ASSERT_TRUE(preset.ok()) << preset.error();
      Settings expected = find_preset("modern")->settings;
      key.set(expected.conventions, i);
      EXPECT_EQ(preset->settings, expected) << line;
      EXPECT_NE(to_toml(*preset).find("\n" + line), std::string::npos) << line;
    }
  }
}

TEST(Preset, AFileWithoutANameIsCalledAsTheFile) {
  EXPECT_EQ(parse_preset("extends = \"modern\"", "/home/me/sharp.toml")->name, "sharp");
  EXPECT_EQ(parse_preset("extends = \"modern\"", "x")->name, "x");
}

TEST(Preset, ErrorsNameFileLineKeyAndWhatIsAllowed) {
  const std::string start = "extends = \"modern\"\n";
  EXPECT_EQ(error_of(start + "[frontier_futility]\nmargin = 2001\n"),
            "my.toml:3: key 'margin' in [frontier_futility]: 2001 is not allowed; allowed 0..2000 centipawns");
  EXPECT_EQ(error_of(start + "[frontier_futility]\nmargin = -1\n"),
            "my.toml:3: key 'margin' in [frontier_futility]: -1 is not allowed; allowed 0..2000 centipawns");
  EXPECT_EQ(error_of(start + "[frontier_futility]\nmargin = true\n"),
            "my.toml:3: key 'margin' in [frontier_futility]: true is not allowed; allowed 0..2000 centipawns");
  EXPECT_EQ(error_of(start + "[frontier_futility]\nmargni = 1\n"),
            "my.toml:3: key 'margni' in [frontier_futility] is not known; known: enabled, margin, min_opposing_pieces");
  EXPECT_EQ(error_of(start + "[frontier_futility]\nenabled = 1\n"),
            "my.toml:3: key 'enabled' in [frontier_futility]: 1 is not allowed; allowed true, false");
  EXPECT_EQ(
      error_of(start + "[frontier]\n").find("my.toml:2: table [frontier] is not known; known: exemptions, stand_pat, "),
      0U);
  EXPECT_EQ(error_of(start + "[exemptions]\ngives_chek = true\n")
                .find("my.toml:3: key 'gives_chek' in [exemptions] is not known;"),
            0U);
  EXPECT_EQ(error_of(start + "[exemptions]\ngives_check = \"yes\"\n"),
            "my.toml:3: key 'gives_check' in [exemptions]: \"yes\" is not allowed; allowed true, false");
  EXPECT_EQ(error_of(start + "margin = 3\n"),
            "my.toml:2: key 'margin' before the first table is not known; known: name, description, source, extends, "
            "estimate, reply, in_check, tt_bound, recorded, list_cutoff, proof_guards, evaluator, network_clamp");
  EXPECT_EQ(error_of(start + "estimate = \"guess\"\n"),
            "my.toml:2: key 'estimate' before the first table: \"guess\" is not allowed; allowed \"material\", "
            "\"evaluation\", \"tt\", \"bounds\"");
  EXPECT_EQ(error_of(start + "tt_bound = 3\n"),
            "my.toml:2: key 'tt_bound' before the first table: 3 is not allowed; allowed \"upper\", \"lower\"");
  EXPECT_EQ(error_of(start + "in_check = true\n"),
            "my.toml:2: key 'in_check' before the first table: true is not allowed; allowed \"evasions\", "
            "\"stand_pat\"");
  EXPECT_EQ(error_of(start + "[lazy_evaluation]\nreply = \"exact\"\n"),
            "my.toml:3: key 'reply' in [lazy_evaluation] is not known; known: enabled");
  EXPECT_EQ(error_of(start + "name = 3\n"),
            "my.toml:2: key 'name' before the first table: 3 is not allowed; allowed a \"string\"");
  EXPECT_EQ(error_of("extends = \"futile\"\n")
                .find("my.toml:1: key 'extends' before the first table: \"futile\" is not allowed; allowed "),
            0U);
  EXPECT_EQ(error_of(start + "[stand_pat]\nenabled = false\n"),
            "my.toml:3: key 'enabled' in [stand_pat]: false is not allowed; allowed true: this rule is never off");
  EXPECT_EQ(error_of("a = 1\na = 1").find("my.toml:2:"), 0U);  // from the reader below
}

TEST(Preset, TheExampleOfTheDocumentationIsGood) {
  std::ifstream file(OKNOS_SOURCE_DIR "/docs/presets.md");
  const std::string page((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const std::string fence = "```toml\n";
  const auto begin = page.find(fence);
  ASSERT_NE(begin, std::string::npos);
  const std::string example = page.substr(begin + fence.size(), page.find("```", begin + 1) - begin - fence.size());
  const auto preset = parse_preset(example, "careful.toml");
  ASSERT_TRUE(preset.ok()) << preset.error();
  EXPECT_EQ(preset->settings.of<FrontierFutility>()[FrontierFutility::P::Margin], 150);
  EXPECT_EQ(preset->settings.conventions.reply, Reply::Attacked);
  const auto bad = parse_preset(replaced(example, "margin = 150", "margin = 9000"), "careful.toml");
  ASSERT_FALSE(bad.ok());
  EXPECT_NE(page.find("`" + bad.error() + "`"), std::string::npos) << bad.error();
}

TEST(Preset, AFileThatExtendsNothingMustGiveEveryValue) {
  EXPECT_EQ(error_of(replaced(modern_text(), "\nblend_percent = 35", "\n#")).find("my.toml:"), 0U);
  const std::string message = error_of(replaced(modern_text(), "\nblend_percent = 35", "\n#"));
  EXPECT_NE(
      message.find("key 'blend_percent' in [reverse_futility] (0..100 percent) is missing; a file without 'extends'"),
      std::string::npos)
      << message;
  EXPECT_NE(error_of(replaced(modern_text(), "[check_extension]\nenabled = true\nmin_depth = 1", ""))
                .find("table [check_extension] is missing"),
            std::string::npos);
  EXPECT_NE(error_of(replaced(modern_text(), "takes_queen = false", "")).find("key 'takes_queen' in [exemptions]"),
            std::string::npos);
  EXPECT_NE(
      error_of(replaced(modern_text(), "name = \"modern\"", "")).find("key 'name' before the first table is missing"),
      std::string::npos);
  for (const ConventionKey& key : kConventionKeys) {
    const std::string line = "\n" + std::string(key.name) + " = ";
    const std::string without = error_of(replaced(modern_text(), line, "\n#"));
    EXPECT_NE(without.find("key '" + std::string(key.name) + "' before the first table (\""), std::string::npos)
        << without;
    EXPECT_NE(without.find("is missing"), std::string::npos) << without;
  }
  EXPECT_NE(error_of("").find("my.toml: key 'name'"), std::string::npos) << error_of("");
}

TEST(Preset, WhatIsWrittenIsReadBack) {
  for (const std::string_view name : preset_names()) {
    Preset preset = *find_preset(name);
    const auto again = parse_preset(to_toml(preset), "again");
    ASSERT_TRUE(again.ok()) << again.error();
    EXPECT_EQ(*again, preset) << name;
  }
}

TEST(Preset, IsFoundByNameInUpperOrLowerCase) {
  EXPECT_EQ(find_preset("MoDeRn")->name, "modern");
  EXPECT_EQ(find_preset("futile").error().find("there is no preset \"futile\"; there are calibrated, heinz, "), 0U);
  EXPECT_EQ(default_preset().name, kDefaultPreset);
}

TEST(Preset, IsLoadedFromAFile) {
  const auto path = std::filesystem::temp_directory_path() /
                    ("oknos_preset_test_" + std::to_string(std::random_device{}()) + ".toml");
  std::ofstream(path) << "extends = \"none\"\n[frontier_futility]\nenabled = true\n";
  const auto preset = load_preset_file(path.string());
  const auto either = find_or_load_preset(path.string());
  std::ofstream(path) << "extends = \"none\"\n[frontier_futility]\nenabled = 2\n";
  const auto bad = load_preset_file(path.string());
  std::filesystem::remove(path);
  ASSERT_TRUE(preset.ok()) << preset.error();
  EXPECT_TRUE(preset->settings.enabled<FrontierFutility>());
  EXPECT_EQ(*either, *preset);
  EXPECT_EQ(bad.error().find(path.string() + ":3: key 'enabled' in [frontier_futility]: 2 "), 0U) << bad.error();
  // A changed copy of a built-in preset goes by the name of its file, an unchanged one by its own.
  Preset modern = default_preset();
  const auto name_of_copy = [&](const char* name) {
    const auto copy = std::filesystem::temp_directory_path() / name;
    std::ofstream(copy) << to_toml(modern);
    const auto loaded = load_preset_file(copy.string());
    std::filesystem::remove(copy);
    return loaded ? loaded->name : loaded.error();
  };
  EXPECT_EQ(name_of_copy("oknos_mine.toml"), "modern");
  ++modern.settings.rules[kId<FrontierFutility>].values[0];
  EXPECT_EQ(name_of_copy("oknos_mine.toml"), "oknos_mine");
  EXPECT_EQ(name_of_copy("heinz.toml"), "modern (changed)");
  EXPECT_EQ(load_preset_file("/nowhere/x.toml").error(), "preset file \"/nowhere/x.toml\" cannot be opened");
  EXPECT_FALSE(load_preset_file(std::filesystem::temp_directory_path().string()).ok());  // a folder
  EXPECT_EQ(find_or_load_preset("heinz")->name, "heinz");
  EXPECT_NE(find_or_load_preset("heintz").error().find("neither a file that can be opened nor a preset"),
            std::string::npos);
}

}  // namespace
}  // namespace oknos::pruning
