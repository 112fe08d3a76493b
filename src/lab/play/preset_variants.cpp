#include "lab/play/preset_variants.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <set>

#include "engine/base/text.h"
#include "engine/pruning/parts/exemptions.h"
#include "engine/pruning/registry/names.h"
#include "lab/play/plan.h"
#include "lab/terminal/suggestion.h"

namespace oknos::lab {

namespace {

using pruning::ParameterInfo;
using pruning::RuleInfo;
using pruning::Settings;

constexpr std::string_view kExemptionsName = "exemptions";
constexpr std::array<int, 3> kPlies = {1, 2, 3};
// Of a parameter that is not 0, as a ratio.
struct Ratio {
  int numerator, denominator;
};
constexpr std::array<Ratio, 6> kRatios = {{{1, 4}, {1, 2}, {3, 4}, {4, 3}, {2, 1}, {4, 1}}};
// Of the range of a parameter that is 0, in hundredths.
constexpr std::array<int, 3> kShares = {2, 5, 10};
constexpr int kWhole = 100;

int scaled(int value, const Ratio& by) {
  const int doubled = 2 * value * by.numerator;
  return (doubled + (value < 0 ? -by.denominator : by.denominator)) / (2 * by.denominator);
}

// Within the range, without the value itself.
std::set<int> other_values(const ParameterInfo& p, int value) {
  std::set<int> out;
  if (p.is_switch()) {
    out = {1 - value};
  } else if (p.unit == "plies") {
    for (const int plies : kPlies) out.insert({value - plies, value + plies});
  } else if (value != 0) {
    for (const Ratio& ratio : kRatios) out.insert(scaled(value, ratio));
  } else {
    for (const int share : kShares) {
      const int step = std::max((p.max - p.min) * share / kWhole, 1);
      out.insert({-step, step});
    }
  }
  std::set<int> allowed;
  for (const int v : out)
    if (v >= p.min && v <= p.max && v != value) allowed.insert(v);
  return allowed;
}

using Variants = std::vector<PresetVariant>;

// Names and values are the registry's, so they can be set.
void add(Variants& to, const Settings& base, std::string_view rule, const std::string& name, const std::string& value) {
  PresetVariant variant{std::string(rule), name + "=" + value, *with_changes(base, {{name, value}})};
  if (variant.settings != base) to.push_back(std::move(variant));
}

void add_rule(Variants& to, const Settings& base, pruning::RuleId id) {
  const RuleInfo& rule = pruning::kRuleInfos[id];
  const pruning::RuleSetting& setting = base.rules[id];
  const std::string name(rule.name);
  if (rule.may_be_off) add(to, base, name, name, setting.enabled ? "off" : "on");
  if (!setting.enabled) return;
  for (std::size_t i = 0; i < rule.parameters.size(); ++i)
    for (const int value : other_values(rule.parameters[i], setting.values[i]))
      add(to, base, name, fmt::format("{}.{}", name, rule.parameters[i].name), std::to_string(value));
}

Error unknown(const std::string& name) {
  std::vector<std::string> known{std::string(kExemptionsName)};
  for (const RuleInfo& rule : pruning::kRuleInfos) known.emplace_back(rule.name);
  return {fmt::format("--rule {}: there is no rule of that name{}", text::quoted(name), did_you_mean(name, known))};
}

}  // namespace

Result<std::vector<PresetVariant>> make_variants(const Settings& base, const std::vector<std::string>& rules) {
  Variants out;
  std::set<std::string> wanted;
  for (const std::string& name : rules) {
    const std::string canonical = pruning::canonical(name);
    const bool is_rule = std::any_of(pruning::kRuleInfos.begin(), pruning::kRuleInfos.end(),
                                     [&](const RuleInfo& r) { return pruning::canonical(r.name) == canonical; });
    if (!is_rule && canonical != kExemptionsName) return unknown(name);
    wanted.insert(canonical);
  }
  for (std::size_t id = 0; id < pruning::kRules; ++id) {
    const RuleInfo& rule = pruning::kRuleInfos[id];
    // Lazy evaluation changes no value, so it has no price.
    const bool changes_values = id != pruning::kId<pruning::LazyEvaluation>;
    const bool is_wanted = wanted.empty() ? rule.kind == pruning::RuleKind::Family && rule.may_be_off && changes_values
                                          : wanted.contains(pruning::canonical(rule.name));
    if (!is_wanted) continue;
    add_rule(out, base, static_cast<pruning::RuleId>(id));
  }
  if (!wanted.empty() && !wanted.contains(std::string(kExemptionsName))) return out;
  for (const pruning::ExemptionInfo& e : pruning::kExemptions) {
    const bool on = base.conventions.exemptions.contains(e.guard);
    add(out, base, kExemptionsName, fmt::format("{}.{}", kExemptionsName, e.key), on ? "off" : "on");
  }
  return out;
}

}  // namespace oknos::lab
