#include "lab/commands/ablate/ablation.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "engine/base/text.h"
#include "lab/terminal/rule_name.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

using pruning::Place;
using pruning::RuleId;

std::string name_of(RuleId rule) {
  return std::string(pruning::kRuleInfos[rule].name);
}

pruning::Settings without_rules(pruning::Settings settings, const RuleIds& rules) {
  for (const RuleId rule : rules) settings.rules[rule].enabled = false;
  return settings;
}

}  // namespace

std::string Ablation::alone(RuleId rule) {
  return "+" + name_of(rule);
}
std::string Ablation::without(RuleId rule) {
  return "-" + name_of(rule);
}
std::string Ablation::without(RuleId a, RuleId b) {
  return without(std::min(a, b)) + " " + without(std::max(a, b));
}
std::string Ablation::alone(const RuleGroup& group) {
  return "+[" + group.name + "]";
}
std::string Ablation::without(const RuleGroup& group) {
  return "-[" + group.name + "]";
}

Result<RuleIds> rules_to_ablate(const pruning::Settings& settings, const std::vector<std::string>& named) {
  RuleIds out;
  for (const std::string& name : named) {
    const auto rule = rule_named(name);
    if (!rule) return Error{"--rule: " + rule.error()};
    if (!pruning::kRuleInfos[*rule].may_be_off)
      return Error{fmt::format("--rule: {} is never off", text::quoted(name))};
    if (!settings.rules[*rule].enabled)
      return Error{
          fmt::format("--rule: the preset has {} off: switch it on with --set {}=on", text::quoted(name), name)};
    out.push_back(*rule);
  }
  for (std::size_t id = 0; named.empty() && id < pruning::kRules; ++id) {
    const pruning::RuleInfo& info = pruning::kRuleInfos[id];
    // Lazy evaluation changes no value and no node.
    const bool counts =
        info.kind == pruning::RuleKind::Family && info.may_be_off && id != pruning::kId<pruning::LazyEvaluation>;
    if (counts && settings.rules[id].enabled) out.push_back(static_cast<RuleId>(id));
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  if (out.empty()) return Error{"the preset has no rule of the family on: name rules with --rule"};
  return out;
}

std::vector<RuleGroup> groups_of(const RuleIds& rules) {
  std::array<RuleGroup, 3> groups = {{{"node rules", {}}, {"move rules", {}}, {"quiescence rules", {}}}};
  for (const RuleId rule : rules) {
    const pruning::RuleInfo& info = pruning::kRuleInfos[rule];
    if (info.kind != pruning::RuleKind::Family) continue;
    const bool node = info.place == Place::Node;
    groups[node ? 0 : info.place == Place::Move ? 1 : 2].rules.push_back(rule);
  }
  std::vector<RuleGroup> out;
  for (RuleGroup& group : groups)
    if (group.rules.size() > 1 && group.rules.size() < rules.size()) out.push_back(std::move(group));
  return out;
}

Ablation make_ablation(const Plan& plan, const RuleIds& rules, bool pairs) {
  Ablation out;
  out.rules = rules;
  const auto add = [&](const std::string& name, const pruning::Settings& settings) {
    Participant p = participant_of(plan, name);
    p.settings = settings;
    p.hash = plan.hash;
    out.players.push_back(std::move(p));
    out.names.push_back(name);
  };
  const pruning::Settings& whole = plan.settings;
  const pruning::Settings none = without_rules(whole, rules);
  const auto alone = [&](const RuleIds& wanted) {
    pruning::Settings settings = none;
    for (const RuleId rule : wanted) settings.rules[rule] = whole.rules[rule];
    return settings;
  };
  add(Ablation::kWhole, whole);
  add(Ablation::kNone, none);
  for (const RuleId rule : rules) {
    add(Ablation::alone(rule), alone({rule}));
    add(Ablation::without(rule), without_rules(whole, {rule}));
  }
  for (const RuleGroup& group : groups_of(rules)) {
    add(Ablation::alone(group), alone(group.rules));
    add(Ablation::without(group), without_rules(whole, group.rules));
  }
  for (std::size_t i = 0; pairs && i < rules.size(); ++i)
    for (std::size_t j = i + 1; j < rules.size(); ++j)
      add(Ablation::without(rules[i], rules[j]), without_rules(whole, {rules[i], rules[j]}));
  return out;
}

}  // namespace oknos::lab
