#pragma once

#include "engine/pruning/parts/conventions.h"
#include "engine/pruning/parts/verdict.h"

// List cut-off: where a rule's margin is the same for every move of a node, a futile quiet move makes all quiet moves
// futile, and a futile capture those that win no more, so the rest of the list need not be tested, nor even be
// generated (H. G. Muller, "Deep Futility Pruning", of captures; sharewiz wiki, of quiet moves). With the estimate
// `bounds` the margin is not the same for all: piece-square terms differ from move to move.
namespace oknos::pruning {

inline bool cuts_lists(const Conventions& conventions) {
  return conventions.list_cutoff == ListCutoff::On && conventions.estimate != Estimate::Bounds;
}

// The verdict on a futile move. `exempt`: the exemptions that the rule honours.
inline Verdict skip_futile(const MoveContext& c, Score bound, const Conventions& conventions, ExemptionSet exempt) {
  const bool skip_lesser_captures = cuts_lists(conventions) && c.tactical();
  return skip_lesser_captures ? Verdict::skip_with_lesser_captures(bound, exempt) : Verdict::skip(bound);
}

// The verdict on all quiet moves of a node, before any of them is generated: for rules with one margin, which is added
// to what the node is worth. Called when the rule acts at this depth.
inline Verdict skip_futile_quiets(const NodeContext& c, Score margin, int min_opposing_pieces,
                                  const Conventions& conventions) {
  if (is_silent_in_check(c, conventions) || !c.knows(conventions.estimate)) return Verdict::go_on();
  const Score bound = c.worth(conventions.estimate) + margin;
  if (bound > c.alpha || is_decisive(c.alpha)) return Verdict::go_on();
  if (c.opposing_pieces() < min_opposing_pieces) return Verdict::go_on();
  const bool exempt = conventions.exemptions.contains(Guard::PreviousCapture);
  if (exempt && c.previous_captured != PieceType::None) return Verdict::go_on();
  return Verdict::skip_quiets(bound, conventions.exemptions);
}

}  // namespace oknos::pruning
