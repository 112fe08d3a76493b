#pragma once

#include <cstdint>

#include "engine/base/static_vector.h"
#include "engine/base/types.h"

namespace oknos {

enum class MoveKind : std::uint8_t { Normal, Promotion, EnPassant, Castling };

// A move in 16 bits. Castling is written king takes own rook (e1h1), as Chess960 needs it; the texts outside are made
// in chess/notation.h.
class Move {
 public:
  constexpr Move() = default;
  constexpr Move(Square from, Square to, MoveKind kind = MoveKind::Normal, PieceType promoted = PieceType::Knight)
      : bits_(static_cast<std::uint16_t>(index(to) | index(from) << 6 |
                                         (index(promoted) - index(PieceType::Knight)) << 12 | index(kind) << 14)) {}

  static constexpr Move from_bits(std::uint16_t bits) {
    Move m;
    m.bits_ = bits;
    return m;
  }
  static constexpr Move promotion(Square from, Square to, PieceType promoted) {
    return Move{from, to, MoveKind::Promotion, promoted};
  }

  constexpr Square from() const { return square_at(bits_ >> 6 & 63); }
  constexpr Square to() const { return square_at(bits_ & 63); }
  constexpr MoveKind kind() const { return static_cast<MoveKind>(bits_ >> 14); }
  constexpr bool is_promotion() const { return kind() == MoveKind::Promotion; }
  constexpr bool is_castling() const { return kind() == MoveKind::Castling; }
  constexpr bool is_en_passant() const { return kind() == MoveKind::EnPassant; }
  // Precondition: is_promotion().
  constexpr PieceType promoted() const { return static_cast<PieceType>((bits_ >> 12 & 3) + index(PieceType::Knight)); }

  constexpr std::uint16_t bits() const { return bits_; }
  constexpr explicit operator bool() const { return bits_ != 0; }
  constexpr bool operator==(const Move&) const = default;

 private:
  std::uint16_t bits_ = 0;  // 0 (a1a1) is "no move"
};

// No position that we accept has more (fen::check): fifteen queens with 27 moves each, a king with 8 and two castlings
// are 415, and larger armies are refused when they could have more. (In games 218 is the most known.)
inline constexpr std::size_t kMaxMoves = 480;
using MoveList = StaticVector<Move, kMaxMoves>;

}  // namespace oknos
