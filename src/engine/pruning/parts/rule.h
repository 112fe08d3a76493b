#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/pruning/parts/margin.h"
#include "engine/pruning/parts/verdict.h"

namespace oknos::pruning {

inline constexpr std::size_t kMaxParameters = 28;  // of one rule

// A parameter of a rule. Presets set values; the default applies where neither a preset nor the one that it extends
// sets one.
struct ParameterInfo {
  std::string_view name;  // "margin"
  std::string_view unit;  // "centipawns", "plies", ...
  int min;
  int max;
  int default_value;
  std::string_view meaning;  // one sentence
  int enough = 0;            // largest value that calibration tries; 0: the usual one for the unit

  constexpr bool is_switch() const { return min == 0 && max == 1; }
};

enum class RuleKind : std::uint8_t {
  Family,        // the futility family
  SearchFeature  // another feature that presets can switch
};

// What a rule claims about what it prunes. Each family has one colour in pictures and in the explorer.
enum class RuleFamily : std::uint8_t {
  Futility,  // the move cannot reach alpha
  Deep,      // the same, several plies above the horizon
  Node,      // no move of the node can reach alpha
  FailHigh,  // the position fails high as it stands
  Order,     // a late move, a bad history, or a loss by SEE
  Other,
  count_
};
struct RuleFamilyInfo {
  std::string_view name;     // "deep"
  std::string_view title;    // of a legend
  std::string_view meaning;  // one clause
  std::string_view option;   // the UCI option that turns the family off; none for what is not of the futility family
};
inline constexpr std::array<RuleFamilyInfo, static_cast<std::size_t>(RuleFamily::count_)> kRuleFamilies = {{
    {"futility", "Futility of a move", "the move cannot reach alpha, which is already certain elsewhere",
     "Move Futility Rules"},
    {"deep", "Deep futility", "the same, several plies above the horizon", "Deep Futility Rules"},
    {"node", "Futility of a node", "no move of the node can reach alpha; few or none are tried", "Node Futility Rules"},
    {"holds", "Cut at beta", "the position is good enough as it is", "Beta Cut Rules"},
    {"order", "Order, history and exchanges", "late in the move order, often refuted, or losing material in exchanges",
     "Move Order Rules"},
    {"other", "Other rules", "rules outside the futility family", ""},
}};
constexpr const RuleFamilyInfo& info_of(RuleFamily f) {
  return kRuleFamilies[static_cast<std::size_t>(f)];
}

struct RuleInfo {
  std::string_view name;  // "frontier_futility"; displayed names and UCI names are derived from it
  RuleKind kind = RuleKind::Family;
  RuleFamily family = RuleFamily::Other;
  Place place = Place::Node;
  bool also_in_quiescence = false;  // also acts at the corresponding place of quiescence
  bool also_of_node = false;        // a rule about moves that can also decide about a whole node
  // May also be evaluated before E is known, because its verdict may not depend on E (LazyEvaluation).
  bool lazily = false;
  std::string_view condition;  // one line of mathematics
  std::string_view effect;     // what happens when it fires
  std::string_view source;
  std::string_view soundness;
  bool may_be_off = true;
  bool off_unless_set = false;  // of a search feature: off unless a preset enables it
  std::span<const ParameterInfo> parameters = {};
  const MarginInfo* margin = nullptr;  // nullptr: the rule has no margin
  // The condition with placeholders (kArithmeticNames) for the numbers of one case, used to explain a skip. Empty: the
  // bound and alpha or beta are shown.
  std::string_view arithmetic = {};
  // The same for a move excluded by a restriction of its node. Empty: as above.
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
    "alpha",    "beta",    "bound",    "static",      "estimate",  // what is used: "static value", "material"
    "gain",                                                        // of the move
    "worth",                                                       // the estimate without gain and margin
    "E",                                                           // of the node: material or static evaluation
    "margin",   "largest", "-largest", "largest + 1",              // margins (MarginInfo)
    "searched", "history", "depth",                                // "at depth 3", "in quiescence"
    "improving"};                                                  // " improving", or nothing

// Placeholders that stand for pieces, as in the conditions: `us` is the side to move at the node, "n.m" the position
// after the move.
//
//   V1, V2, V3  the most valuable piece of that side, the second, the third
//   V1 + V2     the same, but the first must be attacked if the convention `reply` says so
//   reply       the gain of that side's best move, as `reply` counts it: a capture and a promotion
//   prom        a promotion of that side with a pawn on the 7th rank; prom2: within two moves
//
// "names of V1(them)" expands to the piece: "V1 = queen d5".
inline constexpr std::array<std::string_view, 14> kArithmeticPieces = {
    "V1(us)",    "V1(them)",    "V1(n.m, them)",  "V2(them)",         "V2(n.m, them)", "V3(them)",   "V1 + V2(them)",
    "reply(us)", "reply(them)", "reply(n.m, us)", "reply(n.m, them)", "prom(n.m, us)", "prom(them)", "prom2(us)"};

// For the rules that compare estimate + margin of a move with alpha.
inline constexpr std::string_view kFutileMoveArithmetic =
    "{worth} + {gain} + {margin} <= {alpha} ({estimate}, gain, margin, alpha)";

// The values of one rule's parameters, in the order of its declaration.
struct RuleSetting {
  bool enabled = false;
  std::array<std::int16_t, kMaxParameters> values{};

  // The setting if no preset sets anything: rules of the family are off, unless they cannot be switched off, and search
  // features are on, unless they say otherwise.
  static constexpr RuleSetting of(const RuleInfo& rule) {
    RuleSetting out;
    out.enabled = !rule.may_be_off || (rule.kind == RuleKind::SearchFeature && !rule.off_unless_set);
    for (std::size_t i = 0; i < rule.parameters.size(); ++i)
      out.values[i] = static_cast<std::int16_t>(rule.parameters[i].default_value);
    return out;
  }

  // `p`: the enumeration of the rule's parameters.
  template <class P>
  constexpr int operator[](P p) const {
    return values[static_cast<std::size_t>(p)];
  }
  constexpr bool operator==(const RuleSetting&) const = default;
};

}  // namespace oknos::pruning
