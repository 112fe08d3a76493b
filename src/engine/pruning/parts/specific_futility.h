#pragma once

#include "engine/pruning/parts/list_cutoff.h"
#include "engine/pruning/parts/shared_guards.h"

// Specific futility (H. G. Muller, "Deep Futility Pruning"): delta pruning in quiescence and frontier futility one ply
// above it. They differ in the moves they apply to and in their exemptions.
namespace oknos::pruning {

// Skips the move if its estimate and the margin do not exceed alpha.
template <class G>
Verdict skip_if_futile(const MoveContext& c, Score margin, int min_opposing_pieces, ExemptionSet exemptions,
                       const Conventions& conventions, const G& guards) {
  const Score alpha = c.node.alpha;
  const Score bound = c.estimate_near(alpha - margin, conventions.estimate, guards) + margin;
  if (bound > alpha) return Verdict::go_on();
  if (guards(Guard::MateWindow) && is_decisive(alpha)) return Verdict::held(Guard::MateWindow);
  if (const Guard g = guard_of_futile_move(c, min_opposing_pieces, exemptions, guards); g != Guard::None)
    return Verdict::held(g);
  return skip_futile(c, bound, conventions, exemptions);
}

}  // namespace oknos::pruning
