#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "engine/base/result.h"
#include "engine/base/types.h"
#include "engine/search/limits.h"

namespace oknos::lab {

// How long a player may think: a clock, or so much for each move.
struct TimeControl {
  struct Clock {
    std::int64_t base = 0;       // milliseconds
    std::int64_t increment = 0;  // milliseconds a move
    std::optional<int> moves;    // for so many moves, then `base` comes again
    bool operator==(const Clock&) const = default;
  };
  std::optional<Clock> clock;
  std::optional<std::uint64_t> nodes;     // a move
  std::optional<int> depth;               // plies
  std::optional<std::int64_t> move_time;  // milliseconds

  bool operator==(const TimeControl&) const = default;
  bool given() const { return clock || nodes || depth || move_time; }
  bool timed() const { return clock || move_time; }  // results then depend on the machine
  // nodes, depth and move_time; clocks are the referee's.
  Limits limits() const;
};

// "10+0.1", "40/60+0.6", "5": seconds, moves before the stroke. At least 10 ms.
Result<TimeControl::Clock> parse_clock(const std::string& text);
// "1 s + 0.01 s", "40 moves in 60 s", "2,000 nodes", "depth 8".
std::string in_words(const TimeControl& control);

}  // namespace oknos::lab
