#include "engine/chess/see.h"

#include "engine/base/piece_values.h"

namespace oknos {

namespace {

// The least valuable of `attackers`, as a set of one; its type in `type`.
Bitboard least_valuable(const Position& position, Bitboard attackers, PieceType& type) {
  for (int t = 0; t < kPieceTypes; ++t) {
    type = static_cast<PieceType>(t);
    if (const Bitboard found = attackers & position.pieces(type)) return found & (~found + 1);
  }
  return 0;
}

// Our pieces that may not take part: pinned against their king by a slider that is still on the board.
Bitboard pinned(const Position& position, Color c, Bitboard occupied) {
  const Square k = position.king(c);
  const Bitboard snipers = position.pieces(~c) & occupied &
                           ((attacks::rook_lines(k) & position.pieces(PieceType::Rook, PieceType::Queen)) |
                            (attacks::bishop_lines(k) & position.pieces(PieceType::Bishop, PieceType::Queen)));
  Bitboard out = 0;
  for_each_square(snipers, [&](Square s) {
    const Bitboard between = attacks::between(k, s) & occupied;
    if (between && !more_than_one(between)) out |= between;
  });
  return out;
}

// Plays out the exchange after the move; `balance` is what remains if the piece on `to` is lost. Not inlined, because
// most calls of see_at_least() return before they need it.
[[gnu::noinline]] bool wins_exchange(const Position& position, Move m, Score balance) {
  const Square from = m.from();
  const Square to = m.to();
  const Bitboard diagonal = position.pieces(PieceType::Bishop, PieceType::Queen);
  const Bitboard straight = position.pieces(PieceType::Rook, PieceType::Queen);
  Bitboard occupied = (position.pieces() ^ bit(from)) | bit(to);
  if (m.is_en_passant()) occupied ^= bit(offset(to, -pawn_push(position.side_to_move())));
  Bitboard attackers = position.attackers_to(to, occupied) & occupied;
  Color side = ~position.side_to_move();

  // `balance` is what the side that has just captured is sure of; when the other cannot turn its sign, it has lost the
  // exchange.
  while (true) {
    Bitboard ours = attackers & position.pieces(side);
    if (!ours) break;
    if (const Bitboard held = ours & pinned(position, side, occupied)) {
      ours &= ~held | attacks::line(position.king(side), to);
      if (!ours) break;
    }
    PieceType type = PieceType::None;
    const Bitboard capturer = least_valuable(position, ours, type);
    occupied ^= capturer;
    if (type == PieceType::Pawn || type == PieceType::Bishop || type == PieceType::Queen)
      attackers |= attacks::bishop(to, occupied) & diagonal;
    if (type == PieceType::Rook || type == PieceType::Queen) attackers |= attacks::rook(to, occupied) & straight;
    attackers &= occupied;

    side = ~side;
    balance = -balance - Score{1} - piece_value(type);
    if (balance >= Score{0}) {
      // A king may not capture into an attack: then its capture did not happen.
      if (type == PieceType::King && (attackers & position.pieces(side))) side = ~side;
      break;
    }
  }
  return side != position.side_to_move();
}

}  // namespace

bool see_at_least(const Position& position, Move m, Score threshold, Bitboard threatened) {
  if (m.is_castling()) return threshold <= Score{0};
  const Square from = m.from();
  const Square to = m.to();
  Score balance = piece_value(position.captured_type(m)) - threshold;
  Score at_risk = piece_value(position.piece_on(from));
  if (m.is_promotion()) {
    balance += piece_value(m.promoted()) - piece_value(PieceType::Pawn);
    at_risk = piece_value(m.promoted());
  }
  if (balance < Score{0}) return false;  // not even if the piece is never taken back
  balance -= at_risk;
  if (balance >= Score{0}) return true;  // even if it is lost for nothing

  // A piece that comes to attack the target square by the move attacks its source square through that line.
  const Bitboard squares = bit(from) | bit(to);
  if (!(threatened & squares) && !m.is_en_passant()) return true;
  return wins_exchange(position, m, balance);
}

}  // namespace oknos
