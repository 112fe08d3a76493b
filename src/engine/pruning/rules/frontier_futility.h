#pragma once

#include "engine/pruning/parts/list_cutoff.h"
#include "engine/pruning/parts/rule.h"
#include "engine/pruning/parts/specific_futility.h"

namespace oknos::pruning {

// Frontier futility: one ply above the horizon, skips a move if its estimate and a margin do not exceed alpha, because
// the opponent would stand pat in reply.
//
//   condition  d = 1 and est(m) + margin <= alpha
//   source     J. Schaeffer 1986; E. A. Heinz, "Extended Futility Pruning", ICCA Journal 21(2), 1998
//   sound      with the estimate `bounds`, for moves that give no check: quiescence searches evasions in check and does
//              not stand pat
//   bound      the estimate: the move is worth at most that
//   guards     mate-window  alpha may be a mate score, and a wrong mate would be returned
//              few-pieces   (min_opposing_pieces) in endings a pawn can decide the game
//              exemptions   all
//
// In check, where the static evaluation is unreliable, the rule acts only with in_check = stand_pat.
struct FrontierFutility {
  enum class P { Margin, MinOpposingPieces };
  static constexpr std::array<ParameterInfo, 2> kParameters = {{
      {"margin", "centipawns", 0, 2000, 100, "positional gain allowed for one quiet move"},
      {"min_opposing_pieces", "pieces", 0, 8, 0,
       "does not apply if the opponent has fewer pieces, not counting king and pawns"},
  }};
  static constexpr RuleInfo kInfo = {.name = "frontier_futility",
                                     .family = RuleFamily::Futility,
                                     .place = Place::Move,
                                     .condition = "d = 1 and est(m) + margin <= alpha",
                                     .effect = "skip the move",
                                     .source = "Schaeffer 1986; Heinz 1998",
                                     .soundness = "with estimate = bounds, for moves that give no check",
                                     .parameters = kParameters,
                                     .margin = &kPlainMargin,
                                     .arithmetic = kFutileMoveArithmetic};

  static bool cannot_fire(const NodeContext& node, const RuleSetting& setting, const Conventions& conventions) {
    return node.depth != Depth{1} || node.surely_above(conventions.estimate, node.alpha - Score{setting[P::Margin]});
  }

  template <class G = AllGuards>
  static Verdict ask(const MoveContext& c, const RuleSetting& setting, const Conventions& conventions,
                     const G& guards = {}) {
    if (c.node.depth != Depth{1} || is_silent_in_check(c.node, conventions)) return Verdict::go_on();
    return skip_if_futile(c, Score{setting[P::Margin]}, setting[P::MinOpposingPieces], conventions.exemptions,
                          conventions, guards);
  }

  // With list_cutoff = on: are all quiet moves futile, except exempt ones?
  static Verdict ask_of_quiets(const NodeContext& node, const RuleSetting& setting, const Conventions& conventions) {
    if (node.depth != Depth{1}) return Verdict::go_on();
    return skip_futile_quiets(node, Score{setting[P::Margin]}, setting[P::MinOpposingPieces], conventions);
  }
};

}  // namespace oknos::pruning
