#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "chess/position.h"

namespace oknos {

// Number of legal lines of `depth` plies, with the search's own make, unmake and generator; the last ply is counted,
// not made.
std::uint64_t perft(Position& position, int depth);

struct PerftResult {
  std::uint64_t nodes = 0;
  std::vector<std::pair<Move, std::uint64_t>> by_move;  // in generation order
};

// The same, split by the moves of the root and shared among threads.
PerftResult perft_divide(const Position& position, int depth, int threads);

}  // namespace oknos
