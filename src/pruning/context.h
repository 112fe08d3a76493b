#pragma once

#include <cstdint>

#include "base/score.h"
#include "chess/movegen.h"
#include "chess/position.h"
#include "eval/evaluation.h"

// What a rule may ask. Everything is pure: a query changes nothing and may be put twice, so a tracer can ask every
// rule. Costly answers are computed only when somebody wants them.
namespace oknos::pruning {

// What a futility rule takes as the worth of the position after a move.
enum class Estimate : std::uint8_t {
  Material,    // M + gain: Heinz's material balance
  Evaluation,  // E + gain
  Bounds       // M + gain + P(after the move) + W: never too low, so sound with a margin of 0
};

class NodeContext {
 public:
  NodeContext(const Position& p, const eval::Incremental& i) : position(p), incremental(i) {}

  const Position& position;
  const eval::Incremental& incremental;
  Depth depth;  // remaining, in plies
  int ply = 0;  // from the root
  Score alpha, beta;
  Score evaluation = kNoScore;  // static, E; kNoScore in check
  bool pv = false;              // the window is open
  bool improving = false;       // the static value rose since our move before
  bool after_null = false;
  bool after_extension = false;
  Move previous;                                  // the move that led here; none at the root and after a null move
  PieceType previous_captured = PieceType::None;  // what it took

  bool root() const { return ply == 0; }
  bool in_check() const { return position.in_check(); }
  Color us() const { return position.side_to_move(); }
  Score material() const { return incremental.material(us()); }
  bool has_pieces() const { return position.has_pieces(us()); }
  int opposing_pieces() const {  // of the other side, king and pawns excepted
    return popcount(position.pieces(~us()) & ~position.pieces(PieceType::Pawn, PieceType::King));
  }
  // The worth of the node itself, as the preset wants it.
  Score worth(Estimate e) const { return e == Estimate::Material ? material() : evaluation; }
};

class MoveContext {
 public:
  MoveContext(const NodeContext& n, const CheckInfo& checks, Move m) : node(n), move(m), checks_(checks) {}

  const NodeContext& node;
  Move move;
  int searched = 0;         // moves searched before this one at this node
  Score best = -kInfinite;  // the best value so far

  bool tactical() const { return node.position.is_tactical(move); }
  bool capture() const { return node.position.is_capture(move); }
  PieceType captured() const { return node.position.captured_type(move); }
  PieceType mover() const { return type_of(node.position.piece_on(move.from())); }
  const CheckInfo& checks() const { return checks_; }
  bool gives_check() const { return node.position.gives_check(move, checks_); }
  Score gain() const { return eval::gain(node.position, move); }

  // The worth after the move, from the mover's view.
  Score estimate(Estimate e) const {
    if (e == Estimate::Material) return node.material() + gain();
    if (e == Estimate::Evaluation) return node.evaluation + gain();
    const Color us = node.us();
    return node.incremental.after(node.position, move).value(us) + eval::rest_bound(node.position);
  }

 private:
  const CheckInfo& checks_;
};

}  // namespace oknos::pruning
