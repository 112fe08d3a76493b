#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/pruning/parts/margin.h"
#include "engine/pruning/parts/verdict.h"

namespace oknos::pruning {

inline constexpr std::size_t kMaxParameters = 16;  // of one rule

// A rule declares its parameters' names, units, ranges and defaults. What a preset plays with stands in presets/; the
// default is what holds where neither it nor the one that it extends says anything, as of a rule that is off.
struct ParameterInfo {
  std::string_view name;  // "margin"
  std::string_view unit;  // "centipawns", "plies", ...
  int min;
  int max;
  int default_value;
  std::string_view meaning;  // one sentence
  int enough = 0;  // next to nothing is skipped beyond it, so calibration looks no further; 0: as usual for its unit
};

enum class RuleKind : std::uint8_t {
  Family,        // futility pruning in the widest sense
  SearchFeature  // not of the family, but a preset may switch it
};

// By what it says of what it skips; a family has one colour in pictures and in the explorer.
enum class RuleFamily : std::uint8_t {
  Futility,  // the move cannot reach alpha
  Deep,      // nor several plies before the search's end
  Node,      // no move of the node can
  FailHigh,  // the position fails high as it stands
  Order,     // late, often refuted, or losing material by exchange
  Other,
  count_
};
struct RuleFamilyInfo {
  std::string_view name;     // "deep"
  std::string_view title;    // of a legend
  std::string_view meaning;  // one clause
};
inline constexpr std::array<RuleFamilyInfo, static_cast<std::size_t>(RuleFamily::count_)> kRuleFamilies = {{
    {"futility", "Futility of a move", "the move cannot reach alpha, which is already certain elsewhere"},
    {"deep", "Deep futility", "the same, several plies above the horizon"},
    {"node", "Futility of a node", "no move of the node can reach alpha; few or none are tried"},
    {"holds", "Cut at beta", "the position is good enough as it is"},
    {"order", "Order, history and exchanges", "late in the move order, often refuted, or losing material in exchanges"},
    {"other", "Other rules", "rules outside the futility family"},
}};
constexpr const RuleFamilyInfo& info_of(RuleFamily f) {
  return kRuleFamilies[static_cast<std::size_t>(f)];
}

struct RuleInfo {
  std::string_view name;  // "frontier_futility"; displayed names and UCI names are derived from it
  RuleKind kind = RuleKind::Family;
  RuleFamily family = RuleFamily::Other;
  Place place = Place::Node;
  bool also_in_quiescence = false;  // asked at the same place of quiescence too
  bool also_of_node = false;        // a move's rule that may be asked of all moves before the first is searched
  // Asked before E is known, too: what it answers may be the same for every value that E can have (LazyEvaluation).
  bool lazily = false;
  std::string_view condition;  // one line of mathematics
  std::string_view effect;     // what happens when it fires
  std::string_view source;
  std::string_view soundness;
  bool may_be_off = true;
  std::span<const ParameterInfo> parameters = {};
  const MarginInfo* margin = nullptr;  // nullptr: it goes by none
  // The condition with names in braces for the numbers of a case (kArithmeticNames): the explanation of a skipped move.
  // Empty: the bound and the limit.
  std::string_view arithmetic = {};
  // The same of a move that the rule left out by restricting what its node generates. Empty: as above.
  std::string_view arithmetic_of_rest = {};

  constexpr bool acts_at(Place p) const {
    const bool quiescence = p == Place::QuiescenceNode || p == Place::QuiescenceMove;
    if (quiescence && p != place && !also_in_quiescence) return false;
    const bool of_node = p == Place::Node || p == Place::QuiescenceNode;
    const bool made_for_node = place == Place::Node || place == Place::QuiescenceNode;
    const bool made_for_quiescence = place == Place::QuiescenceNode || place == Place::QuiescenceMove;
    if (made_for_quiescence && !quiescence) return false;
    return of_node == made_for_node || (of_node && also_of_node);
  }
};

inline constexpr std::array<std::string_view, 16> kArithmeticNames = {
    "alpha",    "beta",    "bound",    "static",      "estimate",  // what is estimated: "static value", "material"
    "gain",                                                        // of the move
    "worth",                                                       // what is estimated, without gain and margin
    "E",                                                           // that of the node: material or the static value
    "margin",   "largest", "-largest", "largest + 1",              // margins (MarginInfo)
    "searched", "history", "depth",                                // "at depth 3", "in quiescence"
    "improving"};                                                  // " improving", or nothing

// Terms of the arithmetic that stand for pieces, as the conditions write them: `us` is to move at the node, "n.m" is
// the position after the move.
//   V1, V2, V3  the most valuable piece of that side, the second, the third
//   V1 + V2     the same, but the first is an attacked one if the convention `reply` says so
//   reply       what that side's best move wins, as `reply` counts it: a piece and a promotion
//   prom        a promotion of that side, with a pawn on the 7th; prom2: by two moves
// "names of V1(them)" says which piece it is: "V1 = queen d5".
inline constexpr std::array<std::string_view, 14> kArithmeticPieces = {
    "V1(us)",    "V1(them)",    "V1(n.m, them)",  "V2(them)",         "V2(n.m, them)", "V3(them)",   "V1 + V2(them)",
    "reply(us)", "reply(them)", "reply(n.m, us)", "reply(n.m, them)", "prom(n.m, us)", "prom(them)", "prom2(us)"};

// Of the rules that compare the estimate of a move, with a margin, with alpha.
inline constexpr std::string_view kFutileMoveArithmetic =
    "{worth} + {gain} + {margin} <= {alpha} ({estimate}, gain, margin, alpha)";

// The values of one rule's parameters, in the order of its declaration.
struct RuleSetting {
  bool enabled = false;
  std::array<std::int16_t, kMaxParameters> values{};

  // The rule as it is where no preset says anything of it: off, if it is of the family and may be off.
  static constexpr RuleSetting of(const RuleInfo& rule) {
    RuleSetting out;
    out.enabled = rule.kind == RuleKind::SearchFeature || !rule.may_be_off;
    for (std::size_t i = 0; i < rule.parameters.size(); ++i)
      out.values[i] = static_cast<std::int16_t>(rule.parameters[i].default_value);
    return out;
  }

  // `p` is the rule's own enumeration of its parameters.
  template <class P>
  constexpr int operator[](P p) const {
    return values[static_cast<std::size_t>(p)];
  }
  constexpr bool operator==(const RuleSetting&) const = default;
};

}  // namespace oknos::pruning
