#pragma once

#include <cstdint>

#include "engine/base/piece_values.h"
#include "engine/base/score.h"
#include "engine/chess/movegen.h"
#include "engine/chess/position.h"
#include "engine/eval/positional_source.h"
#include "engine/pruning/parts/guards.h"
#include "engine/pruning/parts/rule.h"

// What a rule may ask. Everything is pure: a query changes nothing and may be put twice, so a tracer can ask every
// rule. Costly answers are computed only when somebody wants them.
namespace oknos::pruning {

// What a futility rule takes as the worth of the position after a move.
enum class Estimate : std::uint8_t {
  Material,    // M + gain: Heinz's material balance
  Evaluation,  // E + gain, E being the static value alone
  Tt,          // the same, with the transposition table's score in place of E where it is a tighter bound than E
  Bounds       // M + gain + P(after the move) + W: never too low, so sound with a margin of 0
};

// Does the estimate rest on the static value, which costs an evaluation?
constexpr bool uses_evaluation(Estimate e) {
  return e == Estimate::Evaluation || e == Estimate::Tt;
}

class NodeContext {
 public:
  NodeContext(Position& p, const eval::Incremental& i)
      : position(p), incremental(i), us_(p.side_to_move()), board_(p) {}

  const Position& position;
  const eval::Incremental& incremental;
  Depth depth;  // remaining, in plies
  int ply = 0;  // from the root
  Score alpha, beta;
  Score static_eval = kNoScore;  // static, E; kNoScore where nobody has computed it: in check, unless the quiescence
                                 // search stands pat there
  Score positional = kNoScore;   // W, if it is not the evaluator's own; kNoScore: it is
  Score least_bound;             // W is at least this: how far a network may go (NetworkClamp); 0 without one
  Score correction;              // what was learnt of E's error in such positions; evaluation has it in it
  const RuleSetting* null_move = nullptr;  // how the search makes null moves (search_features.h); nullptr: never
  Bitboard threatened = kAllSquares;       // that the other side attacks, if the search knows them
  bool pv = false;                         // the window is open
  bool improving = false;                  // the static value rose since our move before
  bool worsening = false;                  // the other side's last move lowered its static value
  bool cut_node = false;                   // a cut-off is expected
  bool after_null = false;
  bool after_extension = false;
  Move previous;                                  // the move that led here; none at the root and after a null move
  PieceType previous_captured = PieceType::None;  // what it took

  eval::PositionalSource* positional_source = nullptr;  // what the search evaluates with; nullptr: bounds must do

  bool in_check() const { return position.in_check(); }
  Color us() const { return us_; }
  Score material() const { return incremental.material(us()); }
  // W here and in the positions that the next moves lead to.
  Score positional_bound(int moves) const {
    return positional == kNoScore ? std::max(eval::positional_bound(position, moves), least_bound) : positional;
  }
  // By how much one move can make it larger.
  Score positional_growth() const { return positional_bound(1) - positional_bound(0); }
  bool has_pieces() const { return position.has_pieces(us()); }
  int opposing_pieces() const {  // of the other side, king and pawns excepted
    return popcount(position.pieces(~us()) & ~position.pieces(PieceType::Pawn, PieceType::King));
  }

  // The worth of the node itself, as the preset wants it: a guess, ...
  bool knows(Estimate e) const { return !uses_evaluation(e) || static_eval != kNoScore; }
  Score worth(Estimate e) const { return e == Estimate::Material ? material() : static_eval; }
  // ... or, for `bounds`, at most and at least, with the largest positional part within so many moves.
  Score at_most(Estimate e, int moves) const {
    return e == Estimate::Bounds ? incremental.value(us()) + positional_bound(moves) : worth(e);
  }
  Score at_least(Estimate e, int moves) const {
    return e == Estimate::Bounds ? incremental.value(us()) - positional_bound(moves) : worth(e);
  }
  // Cheap tests of the estimate, which settle most questions. They do not apply to `bounds`.
  bool surely_above(Estimate e, Score limit) const { return e != Estimate::Bounds && worth(e) > limit; }
  bool surely_below(Estimate e, Score limit) const { return e != Estimate::Bounds && worth(e) < limit; }

  // f(const Position&) on the board after a move, or after a null move; the board is as before when it returns. While f
  // runs, `position` is that board too.
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

// At which depths a move is searched, or would be: `full` with extensions, `first` reduced as a late move.
struct MoveDepths {
  Depth full{};
  Depth first{};
};

class MoveContext {
 public:
  MoveContext(const NodeContext& n, const CheckInfo& checks, Move m)
      : node(n), move(m), reduced_depth(n.depth), checks_(checks) {}

  const NodeContext& node;
  Move move;
  Depth reduced_depth;         // the node's, less what the move would be reduced by if it gives no check; at least 1
  bool loses_nothing = false;  // known: by exchange
  int searched = 0;            // moves searched before this one at this node
  int number = 0;              // moves before it in the move order: searched, or skipped one at a time
  int history = 0;             // how the quiet move did elsewhere, -16384 to 16384; 0 for captures
  Score best = -kInfinite;     // the best value so far
  MoveDepths depths;           // filled for tracers that hear all
  // Which rules may have something to say about moves of this node, a bit each (active_rules() in ask.h).
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

  // W after the move and in the positions that the next moves lead to.
  Score positional_bound(int moves) const {
    if (node.positional != kNoScore) return node.positional;
    return std::max(eval::positional_bound_after(node.position, move, moves), node.least_bound);
  }
  // The worth after the move, from the mover's view: a guess, or with `bounds` at most, with the largest positional
  // part within `moves` further moves.
  template <class G = AllGuards>
  Score estimate(Estimate e, int moves, const G& guards = {}) const {
    if (e == Estimate::Bounds) return incremental_after().value(node.us()) + positional_bound(moves) - ignored(guards);
    return node.worth(e) + gain() - ignored(guards);
  }
  // The same right after the move, exact enough to tell whether it is above `limit`: where the width of the positional
  // part leaves that open, the positional part itself is asked for. Whoever searches the move then needs it anyway.
  template <class G = AllGuards>
  Score estimate_near(Score limit, Estimate e, const G& guards = {}) const {
    const Score most = estimate(e, 0, guards);
    if (e != Estimate::Bounds || most <= limit || !node.positional_source) return most;
    const Score width = positional_bound(0);
    if (most - width * 2 > limit) return most;  // whatever the positional part is
    const eval::Incremental incremental = incremental_after();
    return most - width - after([&](const Position& p) { return node.positional_source->positional(p, incremental); });
  }
  // The same as estimate(), with `bounds` at least.
  Score estimate_at_least(Estimate e, int moves) const {
    if (e == Estimate::Bounds) return incremental_after().value(node.us()) - positional_bound(moves);
    return node.worth(e) + gain();
  }

  // The same of the worth after the move: it wins nothing or something, and never more than a queen and a promotion.
  bool surely_above(Estimate e, Score limit) const { return node.surely_above(e, limit); }
  bool surely_below(Estimate e, Score limit) const {
    constexpr Score kMaxGain = piece_value(PieceType::Queen) * 2 - piece_value(PieceType::Pawn);
    return node.surely_below(e, limit - kMaxGain);
  }

 private:
  // The part of the gain that a proof wants overlooked.
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
