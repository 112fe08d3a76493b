#pragma once

#include <array>
#include <cstdint>

#include "engine/base/score.h"
#include "engine/chess/position.h"
#include "engine/eval/network/architecture.h"

namespace oknos::train::network {

// The result of a position that does not come from a game: only its score is used.
inline constexpr int kNoResult = 3;

// A training position in 32 bytes; tens of millions are held in memory.
struct PackedPosition {
  Bitboard occupied = 0;
  std::array<std::uint8_t, 16> men{};  // half a byte each, in the order of the squares: colour in bit 3, type below
  std::int16_t score = 0;              // centipawns, from the view of the side to move, as is the next
  std::uint8_t half_points = 0;        // at the end of the game, or kNoResult
  std::uint8_t black_to_move = 0;
  std::int16_t material = 0;  // centipawns: what the network's output is added to
};

// Precondition: at most 32 men.
PackedPosition pack(const Position& position, Score score, int half_points);

// The active inputs, from both sides' points of view.
struct Inputs {
  std::array<std::uint16_t, eval::network::kMaxMen> own;  // of the side to move
  std::array<std::uint16_t, eval::network::kMaxMen> other;
  int men = 0;
};
Inputs inputs_of(const PackedPosition& position, int king_buckets);

}  // namespace oknos::train::network
