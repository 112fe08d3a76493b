#include "search/time_manager.h"

#include <algorithm>

namespace oknos {

namespace {

constexpr std::int64_t kMinimum = 1;            // milliseconds: even a lost clock gets an answer
constexpr std::int64_t kMovesToGoUnknown = 24;  // how many more moves we expect to pay from the clock
constexpr std::int64_t kMovesToGoMost = 40;
constexpr std::int64_t kIncrementPercent = 75;  // of the increment is spent at once
constexpr std::int64_t kMaximumFactor = 4;      // maximum as a multiple of the optimum ...
constexpr std::int64_t kMaximumPercent = 50;    // ... but never more than this share of the clock
constexpr std::int64_t kLastMovePercent = 85;   // with one move to go

// Share of the optimum, in percent, after which no iteration begins, by iterations since the best move changed.
constexpr std::array<std::int64_t, 5> kStabilityPercent = {120, 90, 75, 65, 55};

}  // namespace

void TimeManager::start(const Limits& limits, Color us, std::int64_t overhead) {
  start_ = platform::now();
  clock_start_ = 0;
  pondering_ = limits.ponder;
  optimum_.reset();
  maximum_.reset();

  const auto c = static_cast<std::size_t>(index(us));
  if (limits.time[c]) {
    const std::int64_t left = std::max(*limits.time[c] - overhead, kMinimum);
    const std::int64_t increment = std::max<std::int64_t>(limits.increment[c], 0);
    const std::int64_t moves = limits.moves_to_go && *limits.moves_to_go > 0
                                   ? std::min<std::int64_t>(*limits.moves_to_go, kMovesToGoMost)
                                   : kMovesToGoUnknown;
    const std::int64_t most = left * (moves == 1 ? kLastMovePercent : kMaximumPercent) / 100;
    const std::int64_t optimum = std::min(left / moves + increment * kIncrementPercent / 100, most);
    optimum_ = std::max(optimum, kMinimum);
    maximum_ = std::max(std::min(optimum * kMaximumFactor, most), kMinimum);
  }
  if (limits.move_time) {
    const std::int64_t time = std::max(*limits.move_time - std::min(overhead, *limits.move_time / 10), kMinimum);
    maximum_ = maximum_ ? std::min(*maximum_, time) : time;
  }
}

void TimeManager::ponder_hit() {
  clock_start_ = elapsed();
  pondering_ = false;
}

std::int64_t TimeManager::clock_elapsed() const {
  return elapsed() - clock_start_.load(std::memory_order_relaxed);
}

bool TimeManager::enough(int stability) const {
  if (!optimum_ || pondering()) return false;
  const auto i = std::min(static_cast<std::size_t>(std::max(stability, 0)), kStabilityPercent.size() - 1);
  return clock_elapsed() * 100 >= *optimum_ * kStabilityPercent[i];
}

}  // namespace oknos
