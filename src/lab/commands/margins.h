#pragma once

#include <cstdint>
#include <vector>

#include "engine/pruning/registry/settings.h"
#include "lab/arguments/command.h"
#include "lab/shadow/audit_case.h"
#include "lab/statistics/proportion.h"

// `oknos-lab margins`: from a margin sweep (`audit --margins`) for each rule those values of its parameters that save
// the most nodes and are wrong no more often than a risk allows.
namespace oknos::lab {

void add_margins(CLI::App& app, int& exit_code);

// What a rule with certain margins leaves out of the cases of a margin sweep.
struct MarginEffect {
  std::uint64_t cases = 0, errors = 0;
  std::uint64_t nodes = 0;  // saved

  double error_rate() const { return cases == 0 ? 0.0 : static_cast<double>(errors) / static_cast<double>(cases); }
};

// The same as it is shown. Cases of one search (AuditCase::search) resemble each other.
struct CheckedEffect : MarginEffect {
  Proportion interval;  // of the error rate
};

// The cases of one rule in which no other rule has left the thing out: what its margins decide about, its other
// parameters being as in `setting`. The cases must outlive it.
class RuleMarginSweep {
 public:
  RuleMarginSweep(pruning::RuleId rule, const std::vector<const AuditCase*>& cases,
                  const pruning::RuleSetting& setting);

  pruning::RuleId rule() const { return rule_; }
  MarginEffect effect(const pruning::RuleSetting& setting) const;
  CheckedEffect checked_effect(const pruning::RuleSetting& setting) const;

 private:
  struct Group {  // cases with the same facts, those with the largest margins first
    MarginFacts facts;
    std::vector<int> margins;        // descending
    std::vector<MarginEffect> sums;  // of as many cases from the first on
    std::vector<const AuditCase*> cases;
  };
  std::size_t left_out(const Group& group, const pruning::RuleSetting& setting) const;  // cases, the first ones

  pruning::RuleId rule_;
  std::vector<Group> groups_;
};

struct RuleFit {
  pruning::RuleId rule = 0;
  pruning::RuleSetting before, after;     // off: no margins hold the risk
  CheckedEffect fitted;                   // of `after`, in the cases that it was fitted to
  CheckedEffect checked, checked_before;  // of `after` and of `before`, in others
};

// A rule that was not watched, or has fewer than kFewestCases, is left as it is.
inline constexpr std::uint64_t kFewestCases = 2000;
std::vector<RuleFit> fit_margins(const std::vector<AuditCase>& fit, const std::vector<AuditCase>& check,
                                 const pruning::Settings& settings, double risk);

// The numbers of the parameters of which fit_margins tries every combination of values, ...
std::vector<std::size_t> margin_parameters(pruning::RuleId rule);
// ... and of those that it gets from a regression before: the weights of fitted futility.
std::vector<std::size_t> weight_parameters(pruning::RuleId rule);

// Fitted futility with those weights that fit best (logistic regression), rounded to hundredths and kept within their
// ranges. Precondition: some cases, of fitted futility.
pruning::RuleSetting with_fitted_weights(pruning::RuleSetting setting, const std::vector<const AuditCase*>& cases);
// The largest margin with which fitted futility with these weights leaves the case out, 1/100 of log odds.
int largest_margin(const AuditCase& c, const pruning::RuleSetting& setting);

}  // namespace oknos::lab
