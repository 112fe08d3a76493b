#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "base/types.h"
#include "platform/clock.h"
#include "search/limits.h"

namespace oknos {

// How long to think. Two limits: the optimum, after which no new iteration begins, and the maximum, at which the search
// stops wherever it is. All times in milliseconds.
class TimeManager {
 public:
  // `overhead`: what a move costs outside of the engine (GUI, network).
  void start(const Limits& limits, Color us, std::int64_t overhead);
  // The opponent played the expected move: our clock runs from now on.
  void ponder_hit();

  bool pondering() const { return pondering_.load(std::memory_order_relaxed); }
  std::int64_t elapsed() const { return platform::milliseconds_since(start_); }
  bool out_of_time() const { return maximum_ && !pondering() && clock_elapsed() >= *maximum_; }
  // Whether to begin another iteration. `stability`: iterations since the best move changed.
  bool enough(int stability) const;

 private:
  std::int64_t clock_elapsed() const;

  platform::TimePoint start_;
  std::atomic<std::int64_t> clock_start_{0};  // milliseconds after start_ at which our clock began to run
  std::atomic<bool> pondering_{false};
  std::optional<std::int64_t> optimum_;
  std::optional<std::int64_t> maximum_;
};

}  // namespace oknos
