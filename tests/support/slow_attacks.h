#pragma once

#include <array>
#include <utility>

#include "engine/chess/bitboard.h"

// Attacks by walking from square to square: nothing in common with the tables that they are to test.
namespace oknos::test {

inline bool on_board(int file, int rank) {
  return file >= 0 && file < kFiles && rank >= 0 && rank < kRanks;
}

using Direction = std::pair<int, int>;  // files, ranks

template <std::size_t N>
Bitboard walk(Square s, Bitboard occupied, const std::array<Direction, N>& directions, int steps) {
  Bitboard out = 0;
  for (const auto& [df, dr] : directions) {
    for (int i = 1; i <= steps; ++i) {
      const int file = index(file_of(s)) + i * df;
      const int rank = index(rank_of(s)) + i * dr;
      if (!on_board(file, rank)) break;
      const Bitboard b = bit(make_square(static_cast<File>(file), static_cast<Rank>(rank)));
      out |= b;
      if (occupied & b) break;
    }
  }
  return out;
}

inline constexpr std::array<Direction, 4> kStraight = {{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
inline constexpr std::array<Direction, 4> kDiagonal = {{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};
inline constexpr std::array<Direction, 8> kLeaps = {
    {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};

inline Bitboard slow_rook(Square s, Bitboard occupied) {
  return walk(s, occupied, kStraight, 7);
}
inline Bitboard slow_bishop(Square s, Bitboard occupied) {
  return walk(s, occupied, kDiagonal, 7);
}
inline Bitboard slow_knight(Square s) {
  return walk(s, 0, kLeaps, 1);
}
inline Bitboard slow_king(Square s) {
  return walk(s, 0, kStraight, 1) | walk(s, 0, kDiagonal, 1);
}
inline Bitboard slow_pawn(Color c, Square s) {
  const int forward = c == Color::White ? 1 : -1;
  return walk(s, 0, std::array<Direction, 2>{{{1, forward}, {-1, forward}}}, 1);
}

}  // namespace oknos::test
