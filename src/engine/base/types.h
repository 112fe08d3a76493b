#pragma once

#include <array>
#include <cstdint>

// The strong types of a chess program: a square is not a number, a colour is not a flag.
namespace oknos {

using Bitboard = std::uint64_t;  // bit 0 is a1, bit 7 is h1, bit 63 is h8
using Key = std::uint64_t;       // Zobrist hash

enum class Color : std::uint8_t { White, Black };
inline constexpr int kColors = 2;

enum class PieceType : std::uint8_t { Pawn, Knight, Bishop, Rook, Queen, King, None };
inline constexpr int kPieceTypes = 6;

// Colour in bit 3, type in bits 0-2.
enum class Piece : std::uint8_t {
  WhitePawn,
  WhiteKnight,
  WhiteBishop,
  WhiteRook,
  WhiteQueen,
  WhiteKing,
  None,
  BlackPawn = 8,
  BlackKnight,
  BlackBishop,
  BlackRook,
  BlackQueen,
  BlackKing
};
inline constexpr int kPieces = 16;  // size of a table indexed by Piece

// clang-format off
enum class Square : std::uint8_t {
  A1, B1, C1, D1, E1, F1, G1, H1,
  A2, B2, C2, D2, E2, F2, G2, H2,
  A3, B3, C3, D3, E3, F3, G3, H3,
  A4, B4, C4, D4, E4, F4, G4, H4,
  A5, B5, C5, D5, E5, F5, G5, H5,
  A6, B6, C6, D6, E6, F6, G6, H6,
  A7, B7, C7, D7, E7, F7, G7, H7,
  A8, B8, C8, D8, E8, F8, G8, H8,
  None
};
// clang-format on
inline constexpr int kSquares = 64;

enum class File : std::uint8_t { A, B, C, D, E, F, G, H };
enum class Rank : std::uint8_t { R1, R2, R3, R4, R5, R6, R7, R8 };
inline constexpr int kFiles = 8;
inline constexpr int kRanks = 8;

enum class CastlingSide : std::uint8_t { King, Queen };

template <class E>
constexpr int index(E e) {
  return static_cast<int>(e);
}

constexpr Color operator~(Color c) {
  return static_cast<Color>(index(c) ^ 1);
}

constexpr Piece make_piece(Color c, PieceType t) {
  return static_cast<Piece>(index(c) << 3 | index(t));
}
// Precondition for both: p is not Piece::None (type_of(None) is PieceType::None, which is meant).
constexpr PieceType type_of(Piece p) {
  return static_cast<PieceType>(index(p) & 7);
}
constexpr Color color_of(Piece p) {
  return static_cast<Color>(index(p) >> 3);
}

constexpr Square make_square(File f, Rank r) {
  return static_cast<Square>(index(r) << 3 | index(f));
}
constexpr Square square_at(int i) {
  return static_cast<Square>(i);
}
constexpr File file_of(Square s) {
  return static_cast<File>(index(s) & 7);
}
constexpr Rank rank_of(Square s) {
  return static_cast<Rank>(index(s) >> 3);
}
constexpr Square flip_rank(Square s) {
  return static_cast<Square>(index(s) ^ 56);
}

// The square as its owner sees it: White's e2 and Black's e7 are both E2.
constexpr Square relative_square(Color c, Square s) {
  return static_cast<Square>(index(s) ^ (index(c) * 56));
}
constexpr Rank relative_rank(Color c, Rank r) {
  return static_cast<Rank>(index(r) ^ (index(c) * 7));
}
constexpr Rank relative_rank(Color c, Square s) {
  return relative_rank(c, rank_of(s));
}

// One step forward for a pawn of that colour, in squares.
constexpr int pawn_push(Color c) {
  return c == Color::White ? 8 : -8;
}
constexpr Square offset(Square s, int d) {
  return static_cast<Square>(index(s) + d);
}

}  // namespace oknos
