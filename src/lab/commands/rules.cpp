#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/base/text.h"
#include "engine/pruning/presets/preset.h"
#include "engine/pruning/registry/names.h"
#include "engine/pruning/registry/rule_table.h"
#include "lab/arguments/arguments.h"
#include "lab/commands/commands.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/json_text.h"

namespace oknos::lab {

namespace {

using Json = nlohmann::ordered_json;
using pruning::ConventionKey;
using pruning::ConventionValue;
using pruning::ExemptionInfo;
using pruning::kRuleInfos;
using pruning::kRules;
using pruning::ParameterInfo;
using pruning::Preset;
using pruning::RuleId;
using pruning::RuleInfo;
using pruning::RuleKind;

Result<std::vector<Preset>> all_presets() {
  std::vector<Preset> out;
  for (const std::string_view name : pruning::preset_names()) {
    auto preset = pruning::find_preset(name);
    if (!preset) return Error{preset.error()};
    out.push_back(std::move(*preset));
  }
  return out;
}

// The presets that have it on.
std::vector<std::string> on_in(RuleId id, const std::vector<Preset>& presets) {
  std::vector<std::string> out;
  for (const Preset& p : presets)
    if (p.settings.rules[id].enabled) out.push_back(p.name);
  return out;
}

std::string on_in_words(RuleId id, const std::vector<Preset>& presets) {
  const std::vector<std::string> names = on_in(id, presets);
  if (!kRuleInfos[id].may_be_off) return "always on";
  if (names.empty()) return "on in no preset";
  if (names.size() == presets.size()) return "on in every preset";
  return "on in " + listed(names);
}

// Text on standard output.
class Page {
 public:
  void heading(std::string_view text) const { std::printf("%s\n", style_.paint(Tone::Accent, text).c_str()); }
  void title(std::string_view name, const std::string& note) const {
    std::printf("%s%s\n", style_.paint(Tone::Strong, name).c_str(), style_.paint(Tone::Faint, note).c_str());
  }
  void paragraph(const std::string& text) const {
    constexpr std::size_t kIndent = 4;
    const auto width = static_cast<std::size_t>(style_.width);
    std::printf("%s%s", repeated(" ", kIndent).c_str(), wrapped(text, width - kIndent, kIndent).c_str());
  }

 private:
  const Style style_ = style_of(stdout, ColorChoice::Auto);
};

void print_rule(const Page& page, RuleId id, const std::vector<Preset>& presets) {
  const RuleInfo& rule = kRuleInfos[id];
  page.title(rule.name, rule.kind == RuleKind::SearchFeature ? "" : "  " + pruning::places_of(rule));
  page.paragraph(std::string(rule.condition));
  page.paragraph(capitalised(std::string(rule.effect)) + ".");
  page.paragraph("Sound: " + std::string(rule.soundness) + ". " + capitalised(on_in_words(id, presets)) + ".");
}

// "0 to 2000 centipawns"; a parameter that is a switch has its two values as its unit.
std::string range_of(const ParameterInfo& p) {
  if (p.is_switch()) return std::string(p.unit);
  return std::to_string(p.min) + " to " + std::to_string(p.max) + " " + std::string(p.unit);
}

void print_details(const Page& page, RuleId id, const std::vector<Preset>& presets) {
  const RuleInfo& rule = kRuleInfos[id];
  page.paragraph("Source: " + std::string(rule.source) + ".");
  for (std::size_t i = 0; i < rule.parameters.size(); ++i) {
    const ParameterInfo& p = rule.parameters[i];
    page.paragraph(std::string(p.name) + ": " + std::string(p.meaning) + ". " + range_of(p) + "; by default " +
                   std::to_string(p.default_value) + ".");
    page.paragraph("  " + listed(presets, [&](const Preset& preset) {
                     return fmt::format("{} {}", preset.name, preset.settings.rules[id].values[i]);
                   }));
  }
}

void print_list(const std::vector<Preset>& presets) {
  const Page page;
  const auto print_all = [&](RuleKind kind) {
    for (RuleId id = 0; id < kRules; ++id)
      if (kRuleInfos[id].kind == kind) print_rule(page, id, presets);
  };
  page.heading("The futility family, in the order in which it is asked");
  print_all(RuleKind::Family);
  std::printf("\n");
  page.heading("Search features outside the family that presets switch too");
  print_all(RuleKind::SearchFeature);
  std::printf("\n'oknos-lab rules NAME' tells more of one rule, 'oknos-lab preset list' what the presets are.\n");
}

Json rule_json(RuleId id, const std::vector<Preset>& presets) {
  const RuleInfo& rule = kRuleInfos[id];
  Json parameters = Json::array();
  for (std::size_t i = 0; i < rule.parameters.size(); ++i) {
    const ParameterInfo& p = rule.parameters[i];
    Json values = Json::object();
    for (const Preset& preset : presets) values[preset.name] = preset.settings.rules[id].values[i];
    parameters.push_back({{"name", p.name},
                          {"unit", p.unit},
                          {"min", p.min},
                          {"max", p.max},
                          {"default", p.default_value},
                          {"meaning", p.meaning},
                          {"values", std::move(values)}});
  }
  return {{"name", rule.name},
          {"kind", rule.kind == RuleKind::SearchFeature ? "search_feature" : "family"},
          {"family", pruning::info_of(rule.family).name},
          {"place", pruning::places_of(rule)},
          {"condition", rule.condition},
          {"effect", rule.effect},
          {"soundness", rule.soundness},
          {"is_sound", !rule.soundness.starts_with("no")},
          {"source", rule.source},
          {"may_be_off", rule.may_be_off},
          {"margin_unit", rule.margin ? Json(rule.margin->unit) : Json(nullptr)},
          {"arithmetic", rule.arithmetic},
          {"arithmetic_of_rest", rule.arithmetic_of_rest},
          {"on_in", on_in(id, presets)},
          {"parameters", std::move(parameters)}};
}

Json list_json(const std::vector<Preset>& presets) {
  Json rules = Json::array();
  for (RuleId id = 0; id < kRules; ++id) rules.push_back(rule_json(id, presets));
  Json conventions = Json::array();
  for (const ConventionKey& key : pruning::kConventionKeys) {
    Json values = Json::array();
    for (const ConventionValue& v : key.values) values.push_back({{"name", v.name}, {"meaning", v.meaning}});
    conventions.push_back({{"name", key.name}, {"meaning", key.meaning}, {"values", std::move(values)}});
  }
  Json exemptions = Json::array();
  for (const ExemptionInfo& e : pruning::kExemptions) exemptions.push_back({{"name", e.key}, {"meaning", e.meaning}});
  Json families = Json::array();
  for (const pruning::RuleFamilyInfo& f : pruning::kRuleFamilies)
    families.push_back({{"name", f.name}, {"title", f.title}, {"meaning", f.meaning}});
  return {{"rules", std::move(rules)},
          {"families", std::move(families)},
          {"conventions", std::move(conventions)},
          {"exemptions", std::move(exemptions)}};
}

void print_markdown() {
  const auto table = [](const char* title, const std::string& text) {
    std::printf("## %s\n\n%s\n", title, text.c_str());
  };
  table("All rules", pruning::rule_table());
  table("All parameters", pruning::parameter_table());
  table("All exemptions", pruning::exemption_table());
  table("All conventions", pruning::convention_table());
}

// Returns the program's exit code.
int show_rules(const std::string& rule, bool markdown, bool json) {
  const auto presets = all_presets();
  if (!presets) return complain(kFailure, presets.error());
  const auto id = pruning::find_rule(pruning::canonical(rule));
  if (!rule.empty() && !id)
    return complain(kUsage,
                    "there is no rule " + text::quoted(rule) + "; there are " + listed(kRuleInfos, &RuleInfo::name));
  if (markdown) {
    print_markdown();
  } else if (json) {
    std::printf("%s\n", json_text(id ? rule_json(*id, *presets) : list_json(*presets), 2).c_str());
  } else if (id) {
    print_rule(Page(), *id, *presets);
    print_details(Page(), *id, *presets);
  } else {
    print_list(*presets);
  }
  return 0;
}

}  // namespace

void add_rules(CLI::App& app, int& exit_code) {
  struct Question {
    std::string rule;
    bool markdown = false, json = false;
  };
  const auto q = std::make_shared<Question>();
  CLI::App* command =
      app.add_subcommand("rules", "List the pruning rules: where and when they act, and whether they are sound");
  command->footer(
      "Examples:\n"
      "  oknos-lab rules\n"
      "  oknos-lab rules over_kill\n"
      "  oknos-lab rules --markdown        (the tables of docs/rules/parameters.md)");
  CLI::Option* name = command->add_option("rule", q->rule, "Show everything about this rule")->type_name("NAME");
  CLI::Option* markdown = command->add_flag("--markdown", q->markdown, "Print the tables of the documentation");
  CLI::Option* json = command->add_flag("--json", q->json, "Print as JSON");
  markdown->excludes(json)->excludes(name);
  command->callback([q, &exit_code] { exit_code = show_rules(q->rule, q->markdown, q->json); });
}

}  // namespace oknos::lab
