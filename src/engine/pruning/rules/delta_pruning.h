#pragma once

#include "engine/pruning/parts/rule.h"
#include "engine/pruning/parts/specific_futility.h"

namespace oknos::pruning {

// Delta pruning (specific futility in quiescence): skips a capture or promotion if the estimate with its gain and a
// margin does not exceed alpha.
//
//   condition  d = 0 and est(m) + margin <= alpha, m a capture or promotion
//   source     H. G. Muller, "Deep Futility Pruning" (specific futility); delta pruning in the programs since the
//              1990s
//   sound      with the estimate `bounds`, for moves that give no check: the reply would stand pat at once
//   bound      the estimate: the move is worth at most that
//   guards     mate-window   alpha may be a mate score, and a wrong mate would be returned
//              few-pieces    (min_opposing_pieces) in late endings the capture of the last piece can decide the game
//              exemptions    all but previous-capture and captures, since nearly all moves in quiescence are captures
//                              after captures
//
// In check, where all evasions are searched, the rule acts only with in_check = stand_pat.
struct DeltaPruning {
  enum class P { Margin, MinOpposingPieces };
  static constexpr std::array<ParameterInfo, 2> kParameters = {{
      {"margin", "centipawns", 0, 2000, 180, "positional gain allowed for a capture, beyond the captured piece"},
      {"min_opposing_pieces", "pieces", 0, 8, 1,
       "does not apply if the opponent has fewer pieces, not counting king and pawns"},
  }};
  static constexpr RuleInfo kInfo = {.name = "delta_pruning",
                                     .family = RuleFamily::Futility,
                                     .place = Place::QuiescenceMove,
                                     .condition = "d = 0 and est(m) + margin <= alpha",
                                     .effect = "skip the capture or promotion",
                                     .source = "Muller",
                                     .soundness = "with estimate = bounds, for moves that give no check",
                                     .parameters = kParameters,
                                     .margin = &kPlainMargin,
                                     .arithmetic = kFutileMoveArithmetic};

  static bool cannot_fire(const NodeContext& node, const RuleSetting& setting, const Conventions& conventions) {
    return node.surely_above(conventions.estimate, node.alpha - Score{setting[P::Margin]});
  }

  template <class G = AllGuards>
  static Verdict ask(const MoveContext& c, const RuleSetting& setting, const Conventions& conventions,
                     const G& guards = {}) {
    if (is_silent_in_check(c.node, conventions) || !c.tactical()) return Verdict::go_on();
    const ExemptionSet exemptions = conventions.exemptions.without(Guard::PreviousCapture).without(Guard::Captures);
    return skip_if_futile(c, Score{setting[P::Margin]}, setting[P::MinOpposingPieces], exemptions, conventions, guards);
  }
};

}  // namespace oknos::pruning
