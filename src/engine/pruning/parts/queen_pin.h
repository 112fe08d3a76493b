#pragma once

#include "engine/chess/attacks.h"
#include "engine/chess/position.h"

// A queen that is pinned on her king cannot get away: where the weak rules, which rest on it that she does, are silent.
namespace oknos::pruning {

inline bool is_queen_pinned(const Position& position, Color side) {
  return position.blockers(side) & position.pieces(side, PieceType::Queen);
}

// Can `by` pin a queen of the other side with one move, or does it already? Looks at its sliders' moves on to the line
// behind her and at its pieces there that might leave the line; a promotion, castling or en passant that pins is
// overlooked, and what is legal is not asked.
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
    const Bitboard behind = seen(occupied) & line_behind;  // up to the first piece there, and that too
    const Bitboard beyond = seen(occupied & ~(behind & own)) & line_behind;  // were it away, if it is ours
    const Bitboard sliders = own & position.pieces(straight ? PieceType::Rook : PieceType::Bishop, PieceType::Queen);
    // With a piece of ours in front it must be that one which moves.
    if (sliders & (in_front ? behind : beyond)) found = true;
    if (in_front) return;
    for_each_square(sliders, [&](Square s) {
      if (attacks::piece(type_of(position.piece_on(s)), s, occupied) & behind & ~own) found = true;
    });
  });
  return found;
}

}  // namespace oknos::pruning
