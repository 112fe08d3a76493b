#pragma once

#include <compare>
#include <string_view>

#include "lab/audit/shadow.h"
#include "pruning/settings.h"

// Which rules go by a margin, and how much of it each thing that they leave out would have allowed. A margin may also
// be a number of moves (move count), a history or log odds: whatever must be exceeded.
namespace oknos::lab {

bool has_margin(pruning::RuleId rule);
std::string_view margin_unit(pruning::RuleId rule);  // "centipawns", "moves", "1/16384", "1/100 log odds"
int margin_step(pruning::RuleId rule);               // a fine step, in that unit

// The rule with the least margin that the registry allows: it says all that it could ever say. On, whether or not it
// was. Precondition of all that follow: has_margin(rule).
pruning::RuleSetting with_least_margin(pruning::RuleId rule, pruning::RuleSetting setting);

// All that a margin may depend on.
struct MarginFacts {
  int depth = 0;           // that the rule goes by, plies
  bool improving = false;  // of rules that go by it: move count, reverse futility
  bool tactical = false;   // a capture or promotion; of exchange pruning only
  auto operator<=>(const MarginFacts&) const = default;
};
MarginFacts margin_facts(const ShadowSample& sample, const pruning::RuleSetting& setting);

// The margin that the setting asks for there.
int margin_at(pruning::RuleId rule, const pruning::RuleSetting& setting, const MarginFacts& facts);
// The largest with which the rule would still fire, its other parameters being as in the settings.
int largest_margin(const ShadowSample& sample, const pruning::Settings& settings);

}  // namespace oknos::lab
