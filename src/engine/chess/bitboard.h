#pragma once

#include <bit>

#include "engine/base/types.h"

// Sets of squares as 64-bit words.
namespace oknos {

inline constexpr Bitboard kFileA = 0x0101010101010101ULL;
inline constexpr Bitboard kFileH = kFileA << 7;
inline constexpr Bitboard kRank1 = 0xffULL;
inline constexpr Bitboard kRank8 = kRank1 << 56;
inline constexpr Bitboard kLightSquares = 0x55aa55aa55aa55aaULL;
inline constexpr Bitboard kAllSquares = ~0ULL;

constexpr Bitboard bit(Square s) {
  return 1ULL << index(s);
}
constexpr Bitboard file_mask(File f) {
  return kFileA << index(f);
}
constexpr Bitboard rank_mask(Rank r) {
  return kRank1 << (index(r) * kFiles);
}
constexpr Bitboard relative_rank_mask(Color c, Rank r) {
  return rank_mask(relative_rank(c, r));
}

constexpr bool contains(Bitboard b, Square s) {
  return (b >> index(s)) & 1;
}
constexpr bool more_than_one(Bitboard b) {
  return (b & (b - 1)) != 0;
}
constexpr int popcount(Bitboard b) {
  return std::popcount(b);
}
// Precondition for both: b is not empty.
constexpr Square lowest(Bitboard b) {
  return square_at(std::countr_zero(b));
}
constexpr Square pop_lowest(Bitboard& b) {
  const Square s = lowest(b);
  b &= b - 1;
  return s;
}

// Moves every square of the set; what would leave the board on the side disappears.
constexpr Bitboard shift_forward(Color c, Bitboard b) {
  return c == Color::White ? b << 8 : b >> 8;
}
constexpr Bitboard shift_east(Bitboard b) {
  return (b & ~kFileH) << 1;
}
constexpr Bitboard shift_west(Bitboard b) {
  return (b & ~kFileA) >> 1;
}

// Calls f(Square) for every square of the set, a1 first.
template <class F>
constexpr void for_each_square(Bitboard b, F&& f) {
  while (b) f(pop_lowest(b));
}

}  // namespace oknos
