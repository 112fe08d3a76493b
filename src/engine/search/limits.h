#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/base/score.h"
#include "engine/chess/move.h"

namespace oknos {

// UCI's `go`: when a search ends. Nothing set: at the greatest depth or when stopped.
struct Limits {
  std::optional<int> depth;                               // plies
  std::optional<std::uint64_t> nodes;                     // of all threads together; exact with one
  std::optional<std::uint64_t> soft_nodes;                // no new iteration begins after that many nodes
  std::optional<std::int64_t> move_time;                  // milliseconds
  std::optional<int> mate;                                // stop at a mate in that many moves
  std::array<std::optional<std::int64_t>, kColors> time;  // clock, milliseconds; may be negative
  std::array<std::int64_t, kColors> increment = {0, 0};   // milliseconds a move
  std::optional<int> moves_to_go;
  bool infinite = false;           // no answer before stop
  bool ponder = false;             // no answer before stop or ponderhit
  std::vector<Move> search_moves;  // empty: all
};

// How a search uses tablebases, if the engine has any.
struct TablebaseUse {
  int least_depth = 1;          // plies: positions with the most men are looked up from this depth on, others always
  int most_men = 7;             // positions with more are not looked up; 0: none
  bool fifty_move_rule = true;  // false: cursed wins and blessed losses count as wins and losses
};

}  // namespace oknos
