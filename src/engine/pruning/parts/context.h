#pragma once

#include <cstdint>

#include "engine/base/piece_values.h"
#include "engine/base/score.h"
#include "engine/chess/movegen.h"
#include "engine/chess/position.h"
#include "engine/eval/bounds/positional_bound.h"
#include "engine/eval/positional_source.h"
#include "engine/pruning/parts/guards.h"
#include "engine/pruning/parts/rule.h"

// What rules can query about a node or a move. Queries have no side effects, so a tracer can evaluate every rule.
// Expensive results are computed only on demand.
namespace oknos::pruning {

// The estimated value of the position after a move, as futility rules use it.
enum class Estimate : std::uint8_t {
  Material,    // M + gain: Heinz's material balance
  Evaluation,  // E + gain, E being the static evaluation
  Tt,          // the same, but E is replaced by the TT score where that is a tighter bound
  Bounds       // M + gain + P(after the move) + W: an upper bound, so sound with a margin of 0
};

// Does the estimate need the static evaluation?
constexpr bool uses_evaluation(Estimate e) {
  return e == Estimate::Evaluation || e == Estimate::Tt;
}

class NodeContext {
 public:
  NodeContext(Position& p, const eval::Incremental& i)
      : position(p), incremental(i), us_(p.side_to_move()), board_(p) {}

  const Position& position;
  const eval::Incremental& incremental;
  Depth depth;  // remaining depth, plies
  int ply = 0;  // from the root
  Score alpha, beta;
  Score static_eval = kNoScore;            // E; kNoScore if not computed, as in check, unless in_check = stand_pat
  Score positional = kNoScore;             // replaces W of the evaluator (proofs); kNoScore: does not
  Score least_bound;                       // lower limit of W, from network_clamp; 0 without a network
  Score correction;                        // correction history; already included in static_eval
  const RuleSetting* null_move = nullptr;  // settings of null move pruning; nullptr: off
  Bitboard threatened = kAllSquares;       // squares attacked by the opponent; all if not known
  bool pv = false;                         // PV node: beta - alpha > 1
  bool tt_pv = false;                      // it is or was on a principal variation
  Move tt_move;                            // move of the transposition table; none if unknown
  bool improving = false;                  // E is higher than two plies earlier
  bool worsening = false;                  // the opponent's last move lowered the opponent's E
  bool cut_node = false;                   // expected cut node
  bool after_null = false;
  bool after_extension = false;
  Move previous;                                  // move that led here; none at the root or after a null move
  PieceType previous_captured = PieceType::None;  // captured by `previous`

  eval::PositionalSource* positional_source = nullptr;  // exact positional evaluation; nullptr: only bounds

  bool in_check() const { return position.in_check(); }
  Color us() const { return us_; }
  Score material() const { return incremental.material(us()); }
  // The largest W of this position and of those after up to `moves` moves.
  Score positional_bound(int moves) const {
    return positional == kNoScore ? std::max(eval::positional_bound(position, moves), least_bound) : positional;
  }
  // The most by which one move can increase W.
  Score positional_growth() const { return positional_bound(1) - positional_bound(0); }
  bool has_pieces() const { return position.has_pieces(us()); }
  int opposing_pieces() const {  // the opponent's pieces, king and pawns excluded
    return popcount(position.pieces(~us()) & ~position.pieces(PieceType::Pawn, PieceType::King));
  }

  // The estimated value of the node itself, a guess.
  bool knows(Estimate e) const { return !uses_evaluation(e) || static_eval != kNoScore; }
  Score worth(Estimate e) const { return e == Estimate::Material ? material() : static_eval; }
  // Upper and lower bounds with `bounds`, for the largest W within `moves` moves; otherwise the guess.
  Score at_most(Estimate e, int moves) const {
    return e == Estimate::Bounds ? incremental.value(us()) + positional_bound(moves) : worth(e);
  }
  Score at_least(Estimate e, int moves) const {
    return e == Estimate::Bounds ? incremental.value(us()) - positional_bound(moves) : worth(e);
  }
  // Cheap pre-tests of the estimate. Always false with `bounds`.
  bool surely_above(Estimate e, Score limit) const { return e != Estimate::Bounds && worth(e) > limit; }
  bool surely_below(Estimate e, Score limit) const { return e != Estimate::Bounds && worth(e) < limit; }

  // Calls f(const Position&) after making a move, or a null move, and takes it back. Meanwhile `position` is the
  // position after the move, too.
  template <class F>
  auto after(Move m, F&& f) const {
    const MadeMove made(board_, m);
    return f(position);
  }
  template <class F>
  auto after_null_move(F&& f) const {
    const NullMove passed(board_);
    return f(position);
  }

 private:
  const Color us_;
  Position& board_;
};

// Depths of a move: `full` includes extensions; `first` also late move reductions.
struct MoveDepths {
  Depth full{};
  Depth first{};

  static constexpr MoveDepths both(Depth d) { return {d, d}; }
};

class MoveContext {
 public:
  MoveContext(const NodeContext& n, const CheckInfo& checks, Move m)
      : node(n), move(m), reduced_depth(n.depth), checks_(checks) {}

  const NodeContext& node;
  Move move;
  // Node depth minus the late move reduction of a non-checking move, at least 1. Only for rules that declare
  // reads_reduced_depth(setting); without such a rule it is the node depth.
  Depth reduced_depth;
  bool loses_nothing = false;          // SEE is known to be >= 0
  int searched = 0;                    // moves searched before this one
  int number = 0;                      // moves before it in the move order: searched or skipped individually
  std::uint64_t quiescence_nodes = 0;  // moves made in this quiescence search before this one
  int history = 0;                     // history of a quiet move, -16384 to 16384; 0 for captures
  Score best = -kInfinite;             // best value so far
  MoveDepths depths;                   // set only for tracers with wants_all
  // Bit mask of the rules that may act on moves of this node (active_rules() in ask.h).
  std::uint64_t active_rules = UINT64_MAX;

  bool tactical() const { return node.position.is_tactical(move); }
  bool capture() const { return node.position.is_capture(move); }
  PieceType captured() const { return node.position.captured_type(move); }
  PieceType mover() const { return type_of(node.position.piece_on(move.from())); }
  const CheckInfo& checks() const { return checks_; }
  bool gives_check() const { return node.position.gives_check(move, checks_); }
  Score gain() const { return eval::gain(node.position, move); }
  eval::Incremental incremental_after() const { return node.incremental.after(node.position, move); }

  template <class F>
  auto after(F&& f) const {
    return node.after(move, f);
  }

  // The largest W after this move and up to `moves` further moves.
  Score positional_bound(int moves) const {
    if (node.positional != kNoScore) return node.positional;
    return std::max(eval::positional_bound_after(node.position, move, moves), node.least_bound);
  }
  // The estimated value after the move, from the mover's view: a guess, or with `bounds` an upper bound, using the
  // largest W within `moves` further moves.
  template <class G = AllGuards>
  Score estimate(Estimate e, int moves, const G& guards = {}) const {
    if (e == Estimate::Bounds) return incremental_after().value(node.us()) + positional_bound(moves) - ignored(guards);
    return node.worth(e) + gain() - ignored(guards);
  }
  // estimate() with moves = 0, precise enough for comparison with `limit`: if W leaves the comparison open, the exact
  // positional part is computed. A search of the move would need it anyway.
  template <class G = AllGuards>
  Score estimate_near(Score limit, Estimate e, const G& guards = {}) const {
    const Score most = estimate(e, 0, guards);
    if (e != Estimate::Bounds || most <= limit || !node.positional_source) return most;
    const Score width = positional_bound(0);
    if (most - width * 2 > limit) return most;  // whatever the positional part is
    const eval::Incremental incremental = incremental_after();
    return most - width - after([&](const Position& p) { return node.positional_source->positional(p, incremental); });
  }
  // As estimate(), but a lower bound with `bounds`.
  Score estimate_at_least(Estimate e, int moves) const {
    if (e == Estimate::Bounds) return incremental_after().value(node.us()) - positional_bound(moves);
    return node.worth(e) + gain();
  }

  // Pre-tests of the estimate after the move: a gain is between 0 and a queen capture plus a promotion.
  bool surely_above(Estimate e, Score limit) const { return node.surely_above(e, limit); }
  bool surely_below(Estimate e, Score limit) const {
    constexpr Score kMaxGain = piece_value(PieceType::Queen) * 2 - piece_value(PieceType::Pawn);
    return node.surely_below(e, limit - kMaxGain);
  }

 private:
  // The part of the gain that is ignored when a proof switches off Promotion or EnPassant.
  template <class G>
  Score ignored(const G& guards) const {
    Score out{};
    if (!guards(Guard::Promotion) && move.is_promotion())
      out += piece_value(move.promoted()) - piece_value(PieceType::Pawn);
    if (!guards(Guard::EnPassant) && move.is_en_passant()) out += piece_value(PieceType::Pawn);
    return out;
  }

  const CheckInfo& checks_;
};

}  // namespace oknos::pruning
