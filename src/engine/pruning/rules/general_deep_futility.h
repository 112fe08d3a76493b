#pragma once

#include "engine/pruning/parts/deep_node.h"

namespace oknos::pruning {

// General deep futility: even the two most valuable pieces of the opponent together do not lift the estimate above
// alpha, so all moves except checks are futile, and only checks are generated.
//
//   condition  1 < d <= 3 + R and E + V1(them) + V2(them) + prom2(us) + 2 PM(us) <= alpha
//              (with `reply` = attacked or exact the first of the two is the most valuable attacked one)
//   source     H. G. Muller, "Deep Futility Pruning"
//   sound      in a search with null move, with estimate = bounds and in_check = stand_pat, for alpha >= 0
//   bound      the left side of the condition
//   guards     draw-in-reach  alpha < 0: a quiet move may draw; deep_futility tests each move
//              null-allowed   they can pass after any of our moves: they have at least two pieces, one of which may be
//                             captured
//              gives-check    checks are generated
//              mate-window
//              With proof_guards = off the first two do not apply, as in Muller's text: the rule acts for every
//              alpha, where the window is open, and against a single piece too
struct GeneralDeepFutility {
  enum class P { Margin };
  static constexpr std::array<ParameterInfo, 1> kParameters = {
      {{"margin", "centipawns", 0, 3000, 300,
        "positional gain allowed for two moves, unless the estimate includes a bound"}}};
  static constexpr RuleInfo kInfo = {
      .name = "general_deep_futility",
      .family = RuleFamily::Node,
      .place = Place::Node,
      .lazily = true,
      .condition = "1 < d <= 3 + R and E + V1(them) + V2(them) + prom2(us) + 2 PM(us) <= alpha",
      .effect = "generate checks only",
      .source = "Muller",
      .soundness = "against a search with null move, with estimate = bounds and in_check = stand_pat",
      .parameters = kParameters,
      .arithmetic =
          "{E} + {V1 + V2(them)} + {prom2(us)} + {margin} <= {alpha} "
          "({estimate}, {names of V1 + V2(them)}, promotion, margin for 2 PM, alpha)"};

  static bool cannot_fire(const NodeContext& c, const RuleSetting& setting, const Conventions& conventions) {
    return !c.null_move || c.depth < Depth{DeepNode::kMinDepth} ||
           c.surely_above(conventions.estimate, c.alpha - Score{setting[P::Margin]});
  }

  template <class G = AllGuards>
  static Verdict ask(const NodeContext& c, const RuleSetting& setting, const Conventions& conventions,
                     const G& guards = {}) {
    const auto victims = [&] { return two_victims(c, conventions, guards); };
    const auto most = DeepNode::limit(c, Score{setting[P::Margin]}, conventions, guards, victims);
    if (!most) return Verdict::go_on();
    if (const Guard g = DeepNode::guard(c, conventions, guards); g != Guard::None) return Verdict::held(g);
    return Verdict::restrict_to({.checks = guards(Guard::GivesCheck)}, *most);
  }

 private:
  // The value of what our next two moves may capture. Only the first victim is known to be attacked; the second depends
  // on the first move.
  template <class G>
  static Score two_victims(const NodeContext& c, const Conventions& conventions, const G& guards) {
    const eval::Victims all = eval::victims(c.position, ~c.us());
    if (conventions.reply == Reply::Piece) return all.first + all.second;
    const Score attacked = eval::attacked_victim(c.position, ~c.us(), counted_by(guards, conventions.estimate));
    return attacked == all.first ? all.first + all.second : attacked + all.first;
  }
};

}  // namespace oknos::pruning
