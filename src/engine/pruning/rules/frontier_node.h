#pragma once

#include "engine/pruning/parts/conventions.h"
#include "engine/pruning/parts/rule.h"

namespace oknos::pruning {

// Futility of a whole frontier node: a node whose estimate is a margin below alpha is cut without generating moves. The
// simplest form of futility pruning, and the least safe: the gain of the best capture is not considered.
//
//   condition  d = 1 and est(n) + margin <= alpha, or d = 2 <= max_depth and est(n) + extended_margin <= alpha
//              (est(n): material or the static evaluation, as `estimate` says)
//   source     sharewiz wiki, "Futility Pruning" (d = 1 only); J. Pettersson, Mediocre, 2007 (both)
//   sound      no: we may be able to capture a hanging queen
//   bound      with result = 0 the value of quiescence, with 1 the static evaluation
//   guards     pv-node           (pv_nodes = 0) the exact value and the PV are needed; not in the sources
//              mate-window       alpha may be a mate score
//              previous-capture  if the preset exempts it: the exchange may not be over
//              gives-check       if the preset exempts it: the node has a checking move
//              Other exemptions block the rule as well, if the node has such a move
//
// The rule does not act in check: the static evaluation is unreliable there.
struct FrontierNode {
  static constexpr int kMaxDepth = 2;  // plies

  enum class P { Margin, ExtendedMargin, MaxDepth, Result, PvNodes };
  static constexpr std::array<ParameterInfo, 5> kParameters = {{
      {"margin", "centipawns", 0, 2000, 320, "how far below alpha the node must be at depth 1"},
      {"extended_margin", "centipawns", 0, 4000, 500, "the same at depth 2"},
      {"max_depth", "plies", 1, 2, 2, "largest remaining depth at which the rule applies"},
      {"result", "0 or 1", 0, 1, 0, "value returned: 0 that of quiescence, 1 the static evaluation"},
      {"pv_nodes", "0 or 1", 0, 1, 0, "1: applies to PV nodes too"},
  }};
  // Centipawns.
  static constexpr int margin(const RuleSetting& setting, int depth) {
    return depth < kMaxDepth ? setting[P::Margin] : setting[P::ExtendedMargin];
  }

  static constexpr MarginInfo kMargin = {
      .at = [](const RuleSetting& setting, const MarginFacts& facts) { return margin(setting, facts.depth); },
      .largest = [](const MarginQuestion& q, const RuleSetting&, const Conventions& conventions) -> std::optional<int> {
        return (q.alpha - worth_of(q, conventions)).value();
      }};
  static constexpr RuleInfo kInfo = {
      .name = "frontier_node",
      .family = RuleFamily::Node,
      .place = Place::Node,
      .condition = "d = 1 and est(n) + margin <= alpha, or d = 2 and est(n) + extended_margin <= alpha",
      .effect = "return the value of quiescence, or the static evaluation",
      .source = "sharewiz wiki; Mediocre 2007",
      .soundness = "no",
      .parameters = kParameters,
      .margin = &kMargin,
      .arithmetic = "{worth} + {margin} <= {alpha} ({estimate}, margin {depth}, alpha)"};

  template <class G = AllGuards>
  static Verdict ask(const NodeContext& c, const RuleSetting& setting, const Conventions& conventions,
                     const G& guards = {}) {
    const int depth = c.depth.plies();
    if (depth < 1 || depth > setting[P::MaxDepth] || c.in_check()) return Verdict::go_on();
    const Score worth = c.worth(conventions.estimate);
    if (worth + Score{margin(setting, depth)} > c.alpha) return Verdict::go_on();
    if (guards(Guard::PvNode) && c.pv && setting[P::PvNodes] == 0) return Verdict::held(Guard::PvNode);
    if (guards(Guard::MateWindow) && is_decisive(c.alpha)) return Verdict::held(Guard::MateWindow);
    if (const Guard g = exemption_of_node(c, conventions.exemptions); g != Guard::None && guards(g))
      return Verdict::held(g);
    return setting[P::Result] == 0 ? Verdict::quiesce(c.alpha) : Verdict::cut(worth);
  }

 private:
  // The first exemption that applies to a legal move of the node.
  static Guard exemption_of_node(const NodeContext& c, ExemptionSet set) {
    if (set.empty()) return Guard::None;
    if (set.contains(Guard::PreviousCapture) && c.previous_captured != PieceType::None) return Guard::PreviousCapture;
    set = set.without(Guard::PreviousCapture);
    MoveList moves;
    if (set == ExemptionSet{Guard::GivesCheck})
      generate<MoveGen::AllChecks>(c.position, moves);
    else if (!set.empty())
      generate<MoveGen::All>(c.position, moves);
    const CheckInfo checks = c.position.check_info();
    for (const Move m : moves)
      if (const Guard g = exemption_of(MoveContext(c, checks, m), set); g != Guard::None) return g;
    return Guard::None;
  }
};

}  // namespace oknos::pruning
