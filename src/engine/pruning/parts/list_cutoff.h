#pragma once

#include "engine/pruning/parts/conventions.h"
#include "engine/pruning/parts/verdict.h"

// List cut-off: if a margin is the same for all moves of a node, one futile quiet move implies that all quiet moves are
// futile, and one futile capture that all captures with no larger gain are. The rest of the list need not be tested, or
// even generated (H. G. Muller, "Deep Futility Pruning", for captures; sharewiz wiki, for quiet moves). Not with the
// estimate `bounds`, where piece-square terms differ from move to move.
namespace oknos::pruning {

inline bool cuts_lists(const Conventions& conventions) {
  return conventions.list_cutoff == ListCutoff::On && conventions.estimate != Estimate::Bounds;
}

// The verdict for a futile move. `exempt`: the exemptions that the rule honours.
inline Verdict skip_futile(const MoveContext& c, Score bound, const Conventions& conventions, ExemptionSet exempt) {
  const bool skip_lesser_captures = cuts_lists(conventions) && c.tactical();
  return skip_lesser_captures ? Verdict::skip_with_lesser_captures(bound, exempt) : Verdict::skip(bound);
}

// The verdict for all quiet moves of a node before any of them is generated, for rules that add one margin to the
// estimate of the node. The caller has checked that the rule acts at this depth.
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
