#include "engine/eval/incremental/evaluation.h"

#include "engine/base/piece_values.h"
#include "engine/eval/incremental/piece_square.h"

namespace oknos::eval {

namespace {

using PackedTable = std::array<std::array<std::uint64_t, kSquares>, kPieces>;

// The four fields of Incremental for one piece on one square. Negative numbers borrow from the field above, which the
// sum gives back.
constexpr std::uint64_t pack(int phase, int middlegame, int ending, int material) {
  const auto field = [](int value, int position) {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(value)) << (position * 16);
  };
  return field(phase, 0) + field(middlegame, 1) + field(ending, 2) + field(material, 3);
}

constexpr PackedTable make_packed() {
  PackedTable table{};
  for (const Color c : {Color::White, Color::Black}) {
    for (int t = 0; t < kPieceTypes; ++t) {
      const Piece p = make_piece(c, static_cast<PieceType>(t));
      const int sign = c == Color::White ? 1 : -1;
      for (int s = 0; s < kSquares; ++s) {
        const Psqt place = psqt(p, square_at(s));
        table[static_cast<std::size_t>(index(p))][static_cast<std::size_t>(s)] =
            pack(kPhaseWeight[static_cast<std::size_t>(t)], sign * place.middlegame, sign * place.ending,
                 sign * piece_value(p).value());
      }
    }
  }
  return table;
}

constexpr PackedTable kPacked = make_packed();

std::uint64_t packed(Piece p, Square s) {
  return kPacked[static_cast<std::size_t>(index(p))][static_cast<std::size_t>(index(s))];
}

}  // namespace

Incremental Incremental::of(const Position& position) {
  Incremental out;
  for_each_square(position.pieces(), [&](Square s) { out.sums_ += packed(position.piece_on(s), s); });
  return out;
}

Incremental Incremental::after(const Position& position, Move m) const {
  const Color us = position.side_to_move();
  const Square from = m.from();
  const Square to = m.to();
  const Piece mover = position.piece_on(from);
  Incremental out = *this;
  if (m.kind() == MoveKind::Normal) {
    out.sums_ += packed(mover, to) - packed(mover, from) - packed(position.piece_on(to), to);  // 0 for no piece
    return out;
  }
  out.sums_ -= packed(mover, from);
  if (m.is_castling()) {
    const CastlingSide side = castling_side(m);
    const Piece rook = make_piece(us, PieceType::Rook);
    out.sums_ -= packed(rook, to);
    out.sums_ += packed(mover, castled_king(us, side)) + packed(rook, castled_rook(us, side));
    return out;
  }
  const Square victim_square = m.is_en_passant() ? offset(to, -pawn_push(us)) : to;
  out.sums_ -= packed(position.piece_on(victim_square), victim_square);  // nothing for an empty square
  out.sums_ += packed(m.is_promotion() ? make_piece(us, m.promoted()) : mover, to);
  return out;
}

Score gain(const Position& position, Move m) {
  const Score victim = piece_value(position.captured_type(m));
  if (!m.is_promotion()) return victim;
  return victim + piece_value(m.promoted()) - piece_value(PieceType::Pawn);
}

}  // namespace oknos::eval
