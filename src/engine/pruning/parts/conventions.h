#pragma once

#include <array>

#include "engine/pruning/parts/context.h"
#include "engine/pruning/parts/exemptions.h"
#include "engine/pruning/parts/verdict.h"

namespace oknos::pruning {

// What the best move that follows may win, where a rule looks one move further.
enum class Reply : std::uint8_t {
  Piece,     // the most valuable piece on the board: Muller's FirstPiece
  Attacked,  // the most valuable piece that is attacked
  Exact      // the best of all moves, counted one by one
};

// What quiescence does in check.
enum class InCheck : std::uint8_t {
  Evasions,  // it searches every way out and does not stand pat
  StandPat   // as out of check: the sound rules rest on it
};

// What the table keeps of a node that failed low after moves were skipped.
enum class TtBound : std::uint8_t {
  Upper,  // at most the best value, the estimates of what was skipped included
  Lower   // at least the best value that was searched: what was skipped might be better
};

// What a node that failed low keeps of the moves that were skipped.
enum class Recorded : std::uint8_t {
  Bound,       // the bound of each: the node's value is the largest of them and of the values searched
  Evaluation,  // the static value, if it is above the best value searched (sharewiz wiki)
  Alpha        // nothing; alpha where no move was searched (O. David, by way of the Chess Programming Wiki)
};

// May a futile move discard those after it?
enum class ListCutoff : std::uint8_t {
  Off,  // each move is tested by itself
  On    // where the margin is the same for all, the first futile quiet move discards the quiet moves, and the first
        // futile capture those that win no more; but not exempt moves
};

// Guards that only the proofs of Muller's rules need.
enum class ProofGuards : std::uint8_t {
  On,
  Off  // legal-move, draw-in-reach, child-alive and reply-exists, and null-allowed where the null move is only foreseen
};

// What evaluates positions.
enum class Evaluator : std::uint8_t {
  Network,   // the network that the engine has been given, if any
  Classical  // handcrafted terms, with a bound on the positional part
};

// How far a network's value may be from material and psqt: the number of centipawns, or the classical evaluation's own
// bound where that is larger. Then there is a bound on what is not known of a value, as the sound rules need it.
enum class NetworkClamp : std::uint8_t { Off, By220, By330, By440, By660, By880, By1320 };

// Centipawns; 0: as far as it wants.
constexpr Score clamp_width(NetworkClamp clamp) {
  constexpr std::array<int, 7> kWidths = {0, 220, 330, 440, 660, 880, 1320};
  return Score{kWidths[static_cast<std::size_t>(clamp)]};
}

// What a preset decides for all its rules alike.
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

  // Bounds on a value exist for the classical evaluation, and for a network that is held to some.
  bool wants_network() const {
    return evaluator == Evaluator::Network && (estimate != Estimate::Bounds || network_clamp != NetworkClamp::Off);
  }
  bool stands_pat_in_check() const { return in_check == InCheck::StandPat; }
  // Is this guard, which only a proof needs, on?
  template <class G>
  bool proves(const G& guards, Guard g) const {
    return proof_guards == ProofGuards::On && guards(g);
  }
  bool operator==(const Conventions&) const = default;
};

// In check the static value says little, so the rules that go by it are silent, unless the horizon stands pat in check
// as well: then it is what the search goes by too.
inline bool is_silent_in_check(const NodeContext& c, const Conventions& conventions) {
  return c.in_check() && !conventions.stands_pat_in_check();
}

// What a rule that tests the node as a whole took for its worth: material, or the static value.
inline Score worth_of(const MarginQuestion& q, const Conventions& conventions) {
  if (conventions.estimate != Estimate::Material && q.static_eval) return *q.static_eval;
  return eval::Incremental::of(q.position).material(q.position.side_to_move());
}

}  // namespace oknos::pruning
