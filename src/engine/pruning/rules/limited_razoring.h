#pragma once

#include "engine/pruning/parts/conventions.h"
#include "engine/pruning/parts/rule.h"
#include "engine/pruning/parts/shared_guards.h"

namespace oknos::pruning {

// Limited razoring: three plies above the horizon, a node about a queen below alpha is searched one ply shallower.
// Nothing is cut; other rules act at the smaller depth.
//
//   condition  d = depth and est(n) + margin <= alpha   (est(n): material or the static evaluation, as `estimate` says)
//   source     E. A. Heinz, "Extended Futility Pruning", ICCA Journal 21(2), 1998; J. Pettersson, Mediocre, 2007
//   sound      no: a combination may need the full depth
//   bound      none: the node is searched with reduced depth
//   guards     pv-node           (pv_nodes = 0) the exact value is needed
//              mate-window       alpha may be a mate score
//              after-extension   (after_extension = 0) Heinz: not if the move before was extended
//              few-pieces        (min_opposing_pieces) Heinz: not with three or fewer opposing pieces
//              previous-capture  if the preset exempts it: Mediocre razors "pretty much like futility pruning"
//
// With spare_checks, checking moves are searched to full depth, as in J. Pettersson's Mediocre.
// The rule does not act in check: the static evaluation is unreliable there.
struct LimitedRazoring {
  enum class P { Margin, Depth, MinOpposingPieces, SpareChecks, PvNodes, AfterExtension };
  static constexpr std::array<ParameterInfo, 6> kParameters = {{
      {"margin", "centipawns", 0, 4000, 950, "how far below alpha the node must be"},
      {"depth", "plies", 2, 8, 3, "the only remaining depth at which the rule applies"},
      {"min_opposing_pieces", "pieces", 0, 8, 4,
       "does not apply if the opponent has fewer pieces, not counting king and pawns"},
      {"spare_checks", "0 or 1", 0, 1, 0, "1: moves that give check keep the full depth"},
      {"pv_nodes", "0 or 1", 0, 1, 0, "1: applies to PV nodes too"},
      {"after_extension", "0 or 1", 0, 1, 0, "1: applies after an extended move too"},
  }};
  static constexpr RuleInfo kInfo = {.name = "limited_razoring",
                                     .family = RuleFamily::Node,
                                     .place = Place::Node,
                                     .condition = "d = depth and est(n) + margin <= alpha",
                                     .effect = "search the node one ply shallower",
                                     .source = "Heinz 1998; Mediocre 2007",
                                     .soundness = "no",
                                     .parameters = kParameters};

  template <class G = AllGuards>
  static Verdict ask(const NodeContext& c, const RuleSetting& setting, const Conventions& conventions,
                     const G& guards = {}) {
    if (c.depth != Depth{setting[P::Depth]} || c.in_check()) return Verdict::go_on();
    if (c.worth(conventions.estimate) + Score{setting[P::Margin]} > c.alpha) return Verdict::go_on();
    const bool in_pv = setting[P::PvNodes] != 0;
    if (const Guard g = guard_of_guess(c, c.alpha, guards, in_pv); g != Guard::None) return Verdict::held(g);
    if (guards(Guard::AfterExtension) && c.after_extension && setting[P::AfterExtension] == 0)
      return Verdict::held(Guard::AfterExtension);
    if (guards(Guard::FewPieces) && c.opposing_pieces() < setting[P::MinOpposingPieces])
      return Verdict::held(Guard::FewPieces);
    if (guards(Guard::PreviousCapture) && conventions.exemptions.contains(Guard::PreviousCapture) &&
        c.previous_captured != PieceType::None)
      return Verdict::held(Guard::PreviousCapture);
    return Verdict::reduce(1, setting[P::SpareChecks] != 0 ? ExemptionSet{Guard::GivesCheck} : ExemptionSet{});
  }
};

}  // namespace oknos::pruning
