#pragma once

#include <algorithm>
#include <bit>

#include "engine/chess/bitboard.h"

// Sets of squares and distances that the evaluation talks about. "Ahead" and "behind" are as the colour sees them.
namespace oknos::eval {

inline constexpr Bitboard kQueenWing = kFileA | kFileA << 1 | kFileA << 2 | kFileA << 3;
inline constexpr Bitboard kKingWing = ~kQueenWing;
inline constexpr Bitboard kMiddleFiles = kFileA << 2 | kFileA << 3 | kFileA << 4 | kFileA << 5;
inline constexpr Bitboard kCentre = bit(Square::D4) | bit(Square::E4) | bit(Square::D5) | bit(Square::E5);

constexpr Bitboard shift_backward(Color c, Bitboard b) {
  return shift_forward(~c, b);
}

// All ranks ahead of the square.
constexpr Bitboard ranks_ahead(Color c, Square s) {
  const int rank = index(rank_of(s));
  return c == Color::White ? ~kRank1 << (rank * kFiles) : ~kRank8 >> ((kRanks - 1 - rank) * kFiles);
}
constexpr Bitboard file_ahead(Color c, Square s) {
  return ranks_ahead(c, s) & file_mask(file_of(s));
}
constexpr Bitboard next_files(Square s) {
  const Bitboard file = file_mask(file_of(s));
  return shift_east(file) | shift_west(file);
}
// Where an enemy pawn would have to stand to stop the pawn on `s`.
constexpr Bitboard passed_span(Color c, Square s) {
  return ranks_ahead(c, s) & (file_mask(file_of(s)) | next_files(s));
}

// The squares themselves and all ahead of them.
constexpr Bitboard fill_forward(Color c, Bitboard b) {
  b |= c == Color::White ? b << 8 : b >> 8;
  b |= c == Color::White ? b << 16 : b >> 16;
  return b | (c == Color::White ? b << 32 : b >> 32);
}

constexpr Square highest(Bitboard b) {  // Precondition: not empty
  return square_at(kSquares - 1 - std::countl_zero(b));
}
// The square of the set that is furthest back. Precondition: not empty.
constexpr Square hindmost(Color c, Bitboard b) {
  return c == Color::White ? lowest(b) : highest(b);
}

constexpr int distance(int a, int b) {
  return a > b ? a - b : b - a;
}
constexpr int file_distance(Square a, Square b) {
  return distance(index(file_of(a)), index(file_of(b)));
}
constexpr int rank_distance(Square a, Square b) {
  return distance(index(rank_of(a)), index(rank_of(b)));
}
// King's moves between two squares.
constexpr int distance(Square a, Square b) {
  return std::max(file_distance(a, b), rank_distance(a, b));
}
// Files between that one and the nearer edge, 0 to 3.
constexpr int edge_distance(File f) {
  return std::min(index(f), kFiles - 1 - index(f));
}
constexpr int edge_distance(Rank r) {
  return std::min(index(r), kRanks - 1 - index(r));
}

constexpr bool is_light(Square s) {
  return contains(kLightSquares, s);
}
constexpr Bitboard squares_of_colour(Square s) {
  return is_light(s) ? kLightSquares : ~kLightSquares;
}

}  // namespace oknos::eval
