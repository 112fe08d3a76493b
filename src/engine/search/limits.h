#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/base/score.h"
#include "engine/chess/move.h"

namespace oknos {

// The limits of a search, as in UCI's `go`. Without any, the search ends at the maximum depth or when stopped.
struct Limits {
  std::optional<int> depth;                               // plies
  std::optional<std::uint64_t> nodes;                     // sum of all threads; exact with one thread
  std::optional<std::uint64_t> soft_nodes;                // start no iteration after this many nodes
  std::optional<std::int64_t> move_time;                  // milliseconds
  std::optional<int> mate;                                // stop when a mate in this many moves is found
  std::array<std::optional<std::int64_t>, kColors> time;  // clock, milliseconds; may be negative
  std::array<std::int64_t, kColors> increment = {0, 0};   // milliseconds per move
  std::optional<int> moves_to_go;
  bool infinite = false;           // no best move before stop
  bool ponder = false;             // no best move before stop or ponderhit
  std::vector<Move> search_moves;  // empty: all
};

// Use of tablebases in a search.
struct TablebaseUse {
  int least_depth = 1;          // minimum depth, plies, to probe positions with most_men men; others always
  int most_men = 7;             // maximum number of men to probe; 0: never
  bool fifty_move_rule = true;  // false: cursed wins and blessed losses count as wins and losses
};

}  // namespace oknos
