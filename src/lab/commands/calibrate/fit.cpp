#include "lab/commands/calibrate/fit.h"

#include <algorithm>
#include <map>
#include <optional>

#include "engine/pruning/registry/registry.h"
#include "lab/commands/calibrate/odds.h"

namespace oknos::lab {

namespace {

using pruning::RuleId;
using pruning::RuleSetting;

constexpr int kSteps = 60;  // values that are tried of each parameter

std::map<RuleId, std::vector<const AuditCase*>> by_rule(const std::vector<AuditCase>& cases) {
  std::map<RuleId, std::vector<const AuditCase*>> out;
  for (const AuditCase& c : cases)
    if (const auto rule = pruning::find_rule(c.rule); rule && c.watched) out[*rule].push_back(&c);
  return out;
}

std::vector<const AuditCase*> decided_by_margin(const std::vector<const AuditCase*>& cases) {
  std::vector<const AuditCase*> out;
  for (const AuditCase* c : cases)
    if (is_decided_by_margin(*c)) out.push_back(c);
  return out;
}

bool goes_by_odds(RuleId rule) {
  return rule == pruning::kId<pruning::FittedFutility>;
}

// The largest value that a parameter needs: beyond it next to nothing is left out.
int enough(const pruning::ParameterInfo& info) {
  constexpr int kMaxCentipawns = 900, kMaxMoves = 30;
  const int usual = info.unit == "centipawns" ? kMaxCentipawns : info.unit == "moves" ? kMaxMoves : info.max;
  return std::min(info.enough > 0 ? info.enough : usual, info.max);
}

std::vector<std::int16_t> values_of(RuleId rule, std::size_t parameter) {
  const pruning::ParameterInfo& info = pruning::kRuleInfos[rule].parameters[parameter];
  const int least = goes_by_odds(rule) ? 0 : info.min;  // odds of more than even are nobody's risk
  const int range = enough(info) - least;
  const int steps = std::min(kSteps, range);
  std::vector<std::int16_t> out;
  for (int i = 0; i <= steps; ++i) out.push_back(static_cast<std::int16_t>(least + range * i / std::max(steps, 1)));
  return out;
}

// Tries every combination of the values.
class Search {
 public:
  Search(const RuleMarginSweep& margin_sweep, const RuleSetting& before, double risk)
      : margin_sweep_(margin_sweep),
        parameters_(margin_parameters(margin_sweep.rule())),
        risk_(risk),
        setting_(before) {
    setting_.enabled = true;
  }

  // Nothing: no margins hold the risk.
  std::optional<RuleSetting> best() {
    try_from(0);
    return best_;
  }

 private:
  void try_from(std::size_t i) {
    if (i == parameters_.size()) return consider();
    for (const std::int16_t v : values_of(margin_sweep_.rule(), parameters_[i])) {
      setting_.values[parameters_[i]] = v;
      try_from(i + 1);
    }
  }
  void consider() {
    const MarginEffect effect = margin_sweep_.effect(setting_);
    if (effect.cases == 0 || effect.error_rate() > risk_ || effect.nodes <= most_nodes_) return;
    most_nodes_ = effect.nodes;
    best_ = setting_;
  }

  const RuleMarginSweep& margin_sweep_;
  const std::vector<std::size_t> parameters_;
  const double risk_;
  RuleSetting setting_;
  std::optional<RuleSetting> best_;
  std::uint64_t most_nodes_ = 0;
};

}  // namespace

std::vector<std::size_t> margin_parameters(RuleId rule) {
  std::vector<std::size_t> out;
  const auto& all = pruning::kRuleInfos[rule].parameters;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (pruning::kRuleInfos[rule].margin->has(all[i].unit)) out.push_back(i);
  return out;
}

std::vector<std::size_t> weight_parameters(RuleId rule) {
  using P = pruning::FittedFutility::P;
  std::vector<std::size_t> out;
  if (!goes_by_odds(rule)) return out;
  for (auto i = static_cast<std::size_t>(P::Base); i <= static_cast<std::size_t>(P::CutNode); ++i) out.push_back(i);
  return out;
}

bool is_decided_by_margin(const AuditCase& c) {
  return c.largest_margin && (c.decided.empty() || c.decided == c.rule);
}

RuleMarginSweep::RuleMarginSweep(RuleId rule, const std::vector<const AuditCase*>& cases, const RuleSetting& setting)
    : rule_(rule) {
  struct Sorted {
    int largest;  // margin
    const AuditCase* what;
  };
  std::map<MarginFacts, std::vector<Sorted>> groups;
  for (const AuditCase* c : cases)
    if (is_decided_by_margin(*c))
      groups[c->margin_facts].push_back({goes_by_odds(rule) ? largest_margin(*c, setting) : *c->largest_margin, c});
  for (auto& [facts, group] : groups) {
    std::stable_sort(group.begin(), group.end(),
                     [](const Sorted& a, const Sorted& b) { return a.largest > b.largest; });
    Group& out = groups_.emplace_back(Group{facts, {}, {}, {}});
    MarginEffect sum;
    for (const Sorted& c : group) {
      ++sum.cases;
      sum.errors += c.what->error ? 1 : 0;
      sum.nodes += c.what->nodes;
      out.margins.push_back(c.largest);
      out.sums.push_back(sum);
      out.cases.push_back(c.what);
    }
    size_ += group.size();
  }
}

std::size_t RuleMarginSweep::left_out(const Group& group, const RuleSetting& setting) const {
  if (!setting.enabled) return 0;
  const int margin = margin_at(rule_, setting, group.facts);
  const auto end = std::upper_bound(group.margins.begin(), group.margins.end(), margin, std::greater<>());
  return static_cast<std::size_t>(end - group.margins.begin());
}

CheckedEffect RuleMarginSweep::checked_effect(const RuleSetting& setting) const {
  CheckedEffect out{effect(setting), {}};
  ClusterCounts wrong;
  for (const Group& group : groups_) {
    const std::size_t count = left_out(group, setting);
    for (std::size_t i = 0; i < count; ++i) wrong.add(group.cases[i]->search, group.cases[i]->error);
  }
  out.interval = wrong.proportion();
  return out;
}

MarginEffect RuleMarginSweep::effect(const RuleSetting& setting) const {
  MarginEffect out;
  for (const Group& group : groups_) {
    const std::size_t count = left_out(group, setting);
    if (count == 0) continue;
    const MarginEffect& sum = group.sums[count - 1];
    out.cases += sum.cases;
    out.errors += sum.errors;
    out.nodes += sum.nodes;
  }
  return out;
}

std::vector<RuleFit> fit_margins(const std::vector<AuditCase>& fit, const std::vector<AuditCase>& check,
                                 const pruning::Settings& settings, double risk) {
  std::vector<RuleFit> out;
  const auto checked = by_rule(check);
  for (const auto& [rule, cases] : by_rule(fit)) {
    RuleFit result;
    result.rule = rule;
    result.before = result.after = settings.rules[rule];
    const auto decided = decided_by_margin(cases);
    if (decided.size() < kFewestCases) continue;
    if (goes_by_odds(rule)) result.after = with_fitted_weights(result.after, decided);
    const RuleMarginSweep margin_sweep(rule, decided, result.after);
    const auto best = Search(margin_sweep, result.after, risk).best();
    if (best) result.after = *best;
    result.after.enabled = best.has_value();
    result.fitted = margin_sweep.checked_effect(result.after);
    if (const auto found = checked.find(rule); found != checked.end()) {
      const auto others = decided_by_margin(found->second);
      result.checked = RuleMarginSweep(rule, others, result.after).checked_effect(result.after);
      result.checked_before = RuleMarginSweep(rule, others, result.before).checked_effect(result.before);
    }
    out.push_back(result);
  }
  return out;
}

}  // namespace oknos::lab
