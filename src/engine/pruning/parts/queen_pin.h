#pragma once

#include "engine/chess/attacks.h"
#include "engine/chess/position.h"

// Pinned queens: a queen that is pinned to her king cannot escape, so the weak rules do not act.
namespace oknos::pruning {

inline bool is_queen_pinned(const Position& position, Color side) {
  return position.blockers(side) & position.pieces(side, PieceType::Queen);
}

// Can `by` pin a queen of the other side with one move, or is one pinned already? Considers slider moves to the line
// behind the queen, and discoveries by pieces on that line. Pins by promotion, castling or en passant are not detected,
// and legality is not checked.
inline bool may_pin_queen(const Position& position, Color by) {
  const Square king = position.king(~by);
  const Bitboard occupied = position.pieces();
  const Bitboard own = position.pieces(by);
  bool found = false;
  for_each_square(position.pieces(~by, PieceType::Queen), [&](Square queen) {
    const Bitboard between = attacks::between(king, queen);
    const Bitboard in_front = between & occupied;
    if (!contains(attacks::queen(queen, 0), king) || (in_front & ~own) || more_than_one(in_front)) return;
    const bool straight = contains(attacks::rook_lines(queen), king);
    const auto seen = [&](Bitboard blockers) {
      return straight ? attacks::rook(queen, blockers) : attacks::bishop(queen, blockers);
    };
    const Bitboard line_behind = attacks::line(king, queen) & ~between & ~bit(king);
    const Bitboard behind = seen(occupied) & line_behind;  // up to and including the first piece there
    const Bitboard beyond = seen(occupied & ~(behind & own)) & line_behind;  // the same with our piece there removed
    const Bitboard sliders = own & position.pieces(straight ? PieceType::Rook : PieceType::Bishop, PieceType::Queen);
    // With a piece of ours in between, that piece must move.
    if (sliders & (in_front ? behind : beyond)) found = true;
    if (in_front) return;
    for_each_square(sliders, [&](Square s) {
      if (attacks::piece(type_of(position.piece_on(s)), s, occupied) & behind & ~own) found = true;
    });
  });
  return found;
}

}  // namespace oknos::pruning
