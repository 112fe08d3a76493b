#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <string>

#include "engine/pruning/presets/preset.h"
#include "engine/pruning/registry/registry.h"

// docs/rules has a page and a picture for every rule of the family, and they say what this build says.
namespace oknos::pruning {
namespace {

const std::filesystem::path kPages = OKNOS_SOURCE_DIR "/docs/rules";

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file.good()) << path << " is missing";
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

// What a picture says in fixed width: the condition, which it may have broken into lines.
std::string fixed_width_text(const std::string& svg) {
  std::string out;
  for (std::size_t at = 0; (at = svg.find("Mono, Menlo", at)) != std::string::npos; ++at) {
    const std::size_t begin = svg.find('>', at) + 1;
    out += (out.empty() ? "" : " ") + svg.substr(begin, svg.find('<', begin) - begin);
  }
  return replaced(replaced(replaced(out, "&lt;", "<"), "&gt;", ">"), "&amp;", "&");
}

template <class F>
void for_each_rule_of_the_family(F&& f) {
  for (std::size_t id = 0; id < kRules; ++id)
    if (kRuleInfos[id].kind == RuleKind::Family) f(static_cast<RuleId>(id), kRuleInfos[id]);
}

TEST(RulePages, EveryRuleHasAPageWithItsFormula) {
  for_each_rule_of_the_family([](RuleId, const RuleInfo& rule) {
    const std::string name(rule.name);
    const std::string page = text_of(kPages / (name + ".md"));
    EXPECT_NE(page.find("```\n" + std::string(rule.condition) + "\n```"), std::string::npos)
        << name << ".md must hold the formula " << rule.condition;
    EXPECT_NE(page.find("(images/" + name + ".svg)"), std::string::npos) << name;
    EXPECT_NE(page.find("<!-- measured -->\n"), std::string::npos) << name;
    EXPECT_NE(page.find("<!-- /measured -->\n"), std::string::npos) << name;
  });
}

TEST(RulePages, EveryRuleHasAPictureWithItsFormula) {
  for_each_rule_of_the_family([](RuleId, const RuleInfo& rule) {
    const std::string picture = text_of(kPages / "images" / (std::string(rule.name) + ".svg"));
    EXPECT_NE(fixed_width_text(picture).find(rule.condition), std::string::npos)
        << rule.name << ".svg: tools/rule_pictures.py draws it anew";
  });
}

TEST(RulePages, TheParametersAreThoseOfTheBuildWithTheValuesOfThePresets) {
  constexpr std::string_view kShown[] = {"modern", "sound", "muller", "heinz"};
  for_each_rule_of_the_family([&](RuleId id, const RuleInfo& rule) {
    if (!rule.may_be_off) return;
    const std::string page = text_of(kPages / (std::string(rule.name) + ".md"));
    std::string enabled = "| `enabled` | | on, off | |";
    for (const std::string_view preset : kShown)
      enabled += find_preset(preset)->settings.rules[id].enabled ? " on |" : " off |";
    EXPECT_NE(page.find(enabled + "\n"), std::string::npos) << rule.name << ".md must hold\n" << enabled;
    for (std::size_t i = 0; i < rule.parameters.size(); ++i) {
      const ParameterInfo& p = rule.parameters[i];
      std::string row = "| `" + std::string(p.name) + "` | " + std::string(p.unit) + " | " + std::to_string(p.min) +
                        " to " + std::to_string(p.max) + " | " + std::string(p.meaning) + " |";
      for (const std::string_view preset : kShown)
        row += " " + std::to_string(find_preset(preset)->settings.rules[id].values[i]) + " |";
      EXPECT_NE(page.find(row + "\n"), std::string::npos) << rule.name << ".md must hold\n" << row;
    }
  });
}

TEST(RulePages, EveryGuardIsExplained) {
  const std::string guards = text_of(kPages / "guards.md");
  for (int g = 1; g < kGuards; ++g) {
    const std::string name(name_of(static_cast<Guard>(g)));
    EXPECT_TRUE(guards.find("\n### " + name + "\n") != std::string::npos ||
                guards.find("`" + name + "`") != std::string::npos)
        << name;
  }
}

TEST(RulePages, EveryCounterexampleStandsAmongTheGuards) {
  const std::string guards = text_of(kPages / "guards.md");
  std::ifstream file(OKNOS_SOURCE_DIR "/positions/counterexamples.epd");
  int found = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.find("oknos_guard") == std::string::npos || line.front() == '#') continue;
    const std::string board = line.substr(0, line.find(' '));
    EXPECT_NE(guards.find("`" + board + " "), std::string::npos) << board << ": tools/rule_figures.py lists it";
    ++found;
  }
  EXPECT_GT(found, 0);
}

}  // namespace
}  // namespace oknos::pruning
