#pragma once

#include <compare>
#include <optional>
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

// What a rule left out, with all that its condition goes by. The position must outlive it.
struct MarginQuestion {
  MarginQuestion(const ShadowSample& s);  // NOLINT: a sample is one
  MarginQuestion(const MoveSkipped& e, bool cut_node);
  MarginQuestion(const NodeDecided& e, bool cut_node);

  pruning::RuleId rule;
  const Position& position;  // of the node
  Move move;                 // none: the node as a whole
  int depth, reduced_depth;
  Score alpha, beta, bound;
  std::optional<Score> static_value;
  bool holds_up;  // cut at or above beta
  bool improving, cut_node;
  int searched = 0, history = 0;

  Score slack() const { return holds_up ? bound - beta : alpha - bound; }
};

MarginFacts margin_facts(const MarginQuestion& question, const pruning::RuleSetting& setting);

// The margin that the setting asks for there.
int margin_at(pruning::RuleId rule, const pruning::RuleSetting& setting, const MarginFacts& facts);
// The largest with which the rule would still fire, its other parameters being as in the settings. Of rules whose bound
// holds the margin, for what was left out with the least one.
int largest_margin(const MarginQuestion& question, const pruning::Settings& settings);
// By how much the margin of these settings, with which it was left out, could be larger and the rule would still have
// fired. Nothing: it goes by no margin, or what it went by is not known.
std::optional<int> spare_margin(const MarginQuestion& question, const pruning::Settings& settings);

}  // namespace oknos::lab
