#pragma once

#include <array>

#include "engine/base/splitmix.h"
#include "engine/base/types.h"

// Random numbers that name a position: the key is the exclusive or of the numbers of all that stands on the board.
// Generated at compile time by splitmix64 (S. Vigna, public domain algorithm), so every build has the same keys.
namespace oknos::zobrist {

namespace detail {

inline constexpr Key kSeed = 0x6f6b6e6f73ULL;  // "oknos"

// The halfmove clock, in plies: of no matter at first, then in coarse steps, near the draw exact.
inline constexpr int kClockMatters = 16;
inline constexpr int kClockStep = 8;
inline constexpr int kClockExact = 88;
inline constexpr int kClocks = 101;  // the draw at 100 ends the count

struct Table {
  std::array<std::array<Key, kSquares>, kPieces> piece{};
  std::array<Key, 16> castling{};  // by the four rights as a bit set
  std::array<Key, kFiles> en_passant{};
  Key black_to_move = 0;
  std::array<Key, kClocks> clock{};
};

constexpr Key next(Key& state) {
  state += splitmix::kStep;
  return splitmix::mixed(state);
}

constexpr Table make_table() {
  Table t;
  Key state = kSeed;
  for (auto& squares : t.piece)
    for (Key& k : squares) k = next(state);
  t.piece[static_cast<std::size_t>(index(Piece::None))] = {};
  // A set of rights is the sum of its members, so that losing one right is one exclusive or.
  const std::array<Key, 4> right = {next(state), next(state), next(state), next(state)};
  for (std::size_t set = 0; set < t.castling.size(); ++set)
    for (std::size_t i = 0; i < right.size(); ++i)
      if (set >> i & 1) t.castling[set] ^= right[i];
  for (Key& k : t.en_passant) k = next(state);
  t.black_to_move = next(state);
  for (int plies = kClockMatters; plies < kClocks; ++plies) {
    const bool new_step = plies >= kClockExact || (plies - kClockMatters) % kClockStep == 0;
    const auto i = static_cast<std::size_t>(plies);
    t.clock[i] = new_step ? next(state) : t.clock[i - 1];
  }
  return t;
}

inline constexpr Table kTable = make_table();

}  // namespace detail

constexpr Key piece(Piece p, Square s) {
  return detail::kTable.piece[static_cast<std::size_t>(index(p))][static_cast<std::size_t>(index(s))];
}
constexpr Key castling(unsigned rights) {
  return detail::kTable.castling[rights];
}
constexpr Key en_passant(File f) {
  return detail::kTable.en_passant[static_cast<std::size_t>(index(f))];
}
constexpr Key black_to_move() {
  return detail::kTable.black_to_move;
}
// For keys that tell a position with a high halfmove clock from the same with a low one.
constexpr Key clock(int plies) {
  return detail::kTable.clock[static_cast<std::size_t>(plies < detail::kClocks ? plies : detail::kClocks - 1)];
}

}  // namespace oknos::zobrist
