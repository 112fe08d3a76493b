#pragma once

#include <compare>
#include <optional>
#include <string_view>

#include "engine/base/score.h"
#include "engine/chess/move.h"

// What a rule declares of its margin, so that the census, the calibration, the explanations and the explorer need not
// know the rule. A margin may also be a number of moves (late move pruning), a history or log odds: whatever must be
// exceeded.
namespace oknos {
class Position;
}

namespace oknos::pruning {

struct Conventions;
struct RuleSetting;

// All that a margin may depend on.
struct MarginFacts {
  int depth = 0;           // that the rule goes by, plies
  bool improving = false;  // of rules that go by it
  bool tactical = false;   // a capture or promotion, of rules that tell them from quiet moves
  auto operator<=>(const MarginFacts&) const = default;
};

// What a rule skipped or cut, with all that its condition goes by. The position must outlive it.
struct MarginQuestion {
  const Position& position;  // of the node
  Move move;                 // none: the node as a whole
  int depth, reduced_depth;  // of the node, plies
  Score alpha, beta, bound;
  std::optional<Score> static_eval;
  bool fail_high;  // cut at or above beta
  bool improving, cut_node;
  int searched, history;

  Score slack() const { return fail_high ? bound - beta : alpha - bound; }
};

struct MarginInfo {
  std::string_view unit = "centipawns";
  int step = 10;  // a fine one, in that unit
  int scale = 1;  // this many units are displayed as 1

  // The margin that the setting asks for there; nullptr: its first parameter.
  int (*at)(const RuleSetting&, const MarginFacts&) = nullptr;
  // What it depends on; nullptr: the node's depth.
  MarginFacts (*facts)(const MarginQuestion&, const RuleSetting&) = nullptr;
  // The largest margin with which the rule would still have fired, its other parameters being as in the setting;
  // nothing: not known. nullptr: the bound holds the margin, so what is left of it is the slack.
  std::optional<int> (*largest)(const MarginQuestion&, const RuleSetting&, const Conventions&) = nullptr;
  // What else a census sets, besides the parameters of the margin.
  void (*watched)(RuleSetting&) = nullptr;

  // Is a parameter of this unit part of the margin: in its unit, or in a fraction of it ("1/100 moves")?
  constexpr bool has(std::string_view parameter_unit) const {
    if (parameter_unit == unit) return true;
    const std::size_t fraction = parameter_unit.find(' ');
    return fraction != std::string_view::npos && parameter_unit.substr(0, 2) == "1/" &&
           parameter_unit.substr(fraction + 1) == unit;
  }
};

inline constexpr MarginInfo kPlainMargin;

}  // namespace oknos::pruning
