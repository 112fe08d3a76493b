#pragma once

#include <compare>
#include <optional>
#include <string_view>

#include "engine/base/score.h"
#include "engine/chess/move.h"

// How a rule describes its margin, so that margin sweeps, calibration, explanations and the explorer work for every
// rule. A margin may also be a number of moves (late move pruning), a history score or log odds.
namespace oknos {
class Position;
}

namespace oknos::pruning {

struct Conventions;
struct RuleSetting;

// The inputs of a margin.
struct MarginFacts {
  int depth = 0;           // depth that the rule uses, plies
  bool improving = false;  // only for rules that use it
  bool tactical = false;   // capture or promotion; only for rules that distinguish them
  auto operator<=>(const MarginFacts&) const = default;
};

// A skipped move or cut node with the inputs of the rule's condition. The position must outlive it.
struct MarginQuestion {
  const Position& position;  // at the node
  Move move;                 // none: the whole node
  int depth, reduced_depth;  // plies
  Score alpha, beta, bound;
  std::optional<Score> static_eval;
  bool fail_high;  // cut at or above beta
  bool improving, cut_node;
  int searched, history;

  Score slack() const { return fail_high ? bound - beta : alpha - bound; }
};

struct MarginInfo {
  std::string_view unit = "centipawns";
  int step = 10;  // step of a sweep, in that unit
  int scale = 1;  // units per displayed unit

  // The margin of the setting for these inputs; nullptr: the first parameter.
  int (*at)(const RuleSetting&, const MarginFacts&) = nullptr;
  // The inputs of the margin; nullptr: only the depth of the node.
  MarginFacts (*facts)(const MarginQuestion&, const RuleSetting&) = nullptr;
  // The largest margin with which the rule would still have fired, all other parameters unchanged; nothing: unknown.
  // nullptr: the bound includes the margin, so it is the margin plus the slack.
  std::optional<int> (*largest)(const MarginQuestion&, const RuleSetting&, const Conventions&) = nullptr;
  // What a margin sweep changes besides the parameters of the margin.
  void (*watched)(RuleSetting&) = nullptr;

  // Is a parameter with this unit part of the margin: the same unit, or a fraction of it ("1/100 moves")?
  constexpr bool has(std::string_view parameter_unit) const {
    if (parameter_unit == unit) return true;
    const std::size_t fraction = parameter_unit.find(' ');
    return fraction != std::string_view::npos && parameter_unit.substr(0, 2) == "1/" &&
           parameter_unit.substr(fraction + 1) == unit;
  }
};

inline constexpr MarginInfo kPlainMargin;

}  // namespace oknos::pruning
