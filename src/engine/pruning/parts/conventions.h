#pragma once

#include <array>

#include "engine/pruning/parts/context.h"
#include "engine/pruning/parts/exemptions.h"
#include "engine/pruning/parts/verdict.h"

namespace oknos::pruning {

// How the gain of the opponent's reply, or of our next move, is bounded.
enum class Reply : std::uint8_t {
  Piece,     // the most valuable piece on the board: Muller's FirstPiece
  Attacked,  // the most valuable piece that is attacked
  Exact      // the best of all moves, computed exactly
};

// What quiescence does in check.
enum class InCheck : std::uint8_t {
  Evasions,  // search all evasions, no standing pat
  StandPat   // stand pat as when not in check; required by the sound rules
};

// The bound stored in the transposition table for a node that failed low after moves were skipped.
enum class TtBound : std::uint8_t {
  Upper,  // upper bound: best value, including the bounds of skipped moves
  Lower   // lower bound: best searched value, since a skipped move may be better
};

// The value of a node that failed low after moves were skipped.
enum class Recorded : std::uint8_t {
  Bound,       // the maximum of the searched values and the bounds of skipped moves (fail-soft)
  Evaluation,  // the static evaluation, if above the best searched value (sharewiz wiki)
  Alpha        // the best searched value; alpha if none was (O. David, Chess Programming Wiki)
};

// Does one futile move discard others?
enum class ListCutoff : std::uint8_t {
  Off,  // each move is tested by itself
  On    // if the margin is the same for all moves, the first futile quiet move discards all quiet moves, and the first
        // futile capture those that gain no more; exempt moves are kept
};

// Guards that only the soundness proofs of Muller's rules require. plain_super and see_pruning keep theirs.
enum class ProofGuards : std::uint8_t {
  On,
  Off  // legal-move, draw-in-reach, child-alive, reply-exists, and null-allowed for null moves that are only assumed
};

// What evaluates positions.
enum class Evaluator : std::uint8_t {
  Network,   // the loaded network, if any
  Classical  // hand-crafted evaluation, whose positional part is bounded
};

// The maximum distance of the network's value from material + psqt: this many centipawns, or W of the classical
// evaluation where that is larger. It gives the sound rules a bound on the positional part.
enum class NetworkClamp : std::uint8_t { Off, By220, By330, By440, By660, By880, By1320 };

// Centipawns; 0: unlimited.
constexpr Score clamp_width(NetworkClamp clamp) {
  constexpr std::array<int, 7> kWidths = {0, 220, 330, 440, 660, 880, 1320};
  return Score{kWidths[static_cast<std::size_t>(clamp)]};
}

// Choices of a preset that apply to all rules.
struct Conventions {
  Estimate estimate = Estimate::Evaluation;
  Reply reply = Reply::Piece;
  InCheck in_check = InCheck::Evasions;
  TtBound tt_bound = TtBound::Upper;
  Recorded recorded = Recorded::Bound;
  ListCutoff list_cutoff = ListCutoff::Off;
  ProofGuards proof_guards = ProofGuards::On;
  Evaluator evaluator = Evaluator::Network;
  NetworkClamp network_clamp = NetworkClamp::Off;
  ExemptionSet exemptions;

  // Estimates with `bounds` need a bounded positional part: the classical evaluation or a clamped network.
  bool wants_network() const {
    return evaluator == Evaluator::Network && (estimate != Estimate::Bounds || network_clamp != NetworkClamp::Off);
  }
  bool stands_pat_in_check() const { return in_check == InCheck::StandPat; }
  // Is this guard, which only proofs require, on?
  template <class G>
  bool proves(const G& guards, Guard g) const {
    return proof_guards == ProofGuards::On && guards(g);
  }
  bool operator==(const Conventions&) const = default;
};

// In check the static evaluation is unreliable, so rules that use it do not act, unless quiescence stands pat in check
// (as the sound rules require).
inline bool is_silent_in_check(const NodeContext& c, const Conventions& conventions) {
  return c.in_check() && !conventions.stands_pat_in_check();
}

// The value that a node rule used as the estimate of the node: material or the static evaluation.
inline Score worth_of(const MarginQuestion& q, const Conventions& conventions) {
  if (conventions.estimate != Estimate::Material && q.static_eval) return *q.static_eval;
  return eval::Incremental::of(q.position).material(q.position.side_to_move());
}

}  // namespace oknos::pruning
