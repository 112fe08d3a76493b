#pragma once

#include <optional>
#include <string_view>

#include "engine/pruning/registry/settings.h"
#include "lab/shadow/shadow.h"

// How much of its margin each thing that a rule leaves out would have allowed; what each rule's margin is, it declares
// itself (pruning/margin.h).
namespace oknos::lab {

bool has_margin(pruning::RuleId rule);
std::string_view margin_unit(pruning::RuleId rule);  // "centipawns", "moves", "1/16384", "1/100 log odds"
int margin_step(pruning::RuleId rule);               // a fine step, in that unit

// The rule with the least margin that the registry allows: it says all that it could ever say. On, whether or not it
// was. Precondition of all that follow: has_margin(rule).
pruning::RuleSetting with_least_margin(pruning::RuleId rule, pruning::RuleSetting setting);

using pruning::MarginFacts;

// What a rule left out, with all that its condition goes by. The position must outlive it.
struct MarginQuestion : pruning::MarginQuestion {
  MarginQuestion(const ShadowSample& s);  // NOLINT: a sample is one
  MarginQuestion(const MoveSkipped& e, bool is_cut_node);
  MarginQuestion(const NodeDecided& e, bool is_cut_node);

  pruning::RuleId rule;
};

MarginFacts margin_facts(const MarginQuestion& question, const pruning::RuleSetting& setting);

// The margin that the setting asks for there.
int margin_at(pruning::RuleId rule, const pruning::RuleSetting& setting, const MarginFacts& facts);
// The largest with which the rule would still fire, its other parameters being as in the settings. Of rules whose bound
// holds the margin, for what was left out with the least one. Nothing: what it went by is not known.
std::optional<int> largest_margin(const MarginQuestion& question, const pruning::Settings& settings);
// By how much the margin of these settings, with which it was left out, could be larger and the rule would still have
// fired. Nothing: it goes by no margin, or what it went by is not known.
std::optional<int> spare_margin(const MarginQuestion& question, const pruning::Settings& settings);

}  // namespace oknos::lab
