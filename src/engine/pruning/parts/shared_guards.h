#pragma once

#include "engine/pruning/parts/conventions.h"
#include "engine/pruning/parts/exemptions.h"

// Guards shared by several rules. Each function returns the first guard that blocks, or Guard::None.
namespace oknos::pruning {

// For rules that compare a guessed value with alpha or beta (`limit`). `in_pv`: the rule also acts in PV nodes.
template <class G>
Guard guard_of_guess(const NodeContext& c, Score limit, const G& guards, bool in_pv = false) {
  if (guards(Guard::PvNode) && c.pv && !in_pv) return Guard::PvNode;
  if (guards(Guard::MateWindow) && is_decisive(limit)) return Guard::MateWindow;
  return Guard::None;
}

// Do these guards block the rule for all moves of the node?
inline bool holds_guesses(const NodeContext& c, bool in_pv) {
  return (c.pv && !in_pv) || is_decisive(c.alpha);
}

// For rules that skip a move because of its place in the move order, its history or its SEE value, and whose only bound
// is the best value so far.
template <class G>
Guard guard_of_late_move(const MoveContext& c, const Conventions& conventions, const G& guards) {
  if (guards(Guard::PvNode) && c.node.pv) return Guard::PvNode;
  if (guards(Guard::InCheck) && c.node.in_check()) return Guard::InCheck;
  if (guards(Guard::NothingSearched) && c.searched == 0) return Guard::NothingSearched;
  if (guards(Guard::MateWindow) && is_decisive(c.best)) return Guard::MateWindow;
  if (guards(Guard::PawnEnding) && !c.node.has_pieces()) return Guard::PawnEnding;
  const bool checks_exempt = conventions.exemptions.contains(Guard::GivesCheck);
  return guards(Guard::GivesCheck) && checks_exempt && c.gives_check() ? Guard::GivesCheck : Guard::None;
}

// Do these guards block the rule for all moves of the node?
inline bool holds_late_moves(const NodeContext& c) {
  return c.pv || c.in_check() || !c.has_pieces();
}

// For rules that skip a move because its estimate is too low: the exemptions that the rule honours, and the minimum
// number of opposing pieces, king and pawns excluded.
template <class G>
Guard guard_of_futile_move(const MoveContext& c, int min_opposing_pieces, ExemptionSet exemptions, const G& guards) {
  if (guards(Guard::FewPieces) && c.node.opposing_pieces() < min_opposing_pieces) return Guard::FewPieces;
  const Guard exemption = exemption_of(c, exemptions);
  return exemption != Guard::None && guards(exemption) ? exemption : Guard::None;
}

}  // namespace oknos::pruning
