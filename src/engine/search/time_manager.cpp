#include "engine/search/time_manager.h"

#include <algorithm>

#include "engine/search/time_parameters.h"

namespace oknos {

namespace {

using namespace time_parameters;

constexpr std::int64_t kPercent = 100;
constexpr std::int64_t kMicroseconds = 1000;  // in a millisecond
constexpr std::int64_t kPerMille = 1000;

std::int64_t stability_factor(int stability) {
  return std::max<std::int64_t>(kUnstable - kStableStep * stability, kStable);
}

std::int64_t effort_factor(std::int64_t effort) {
  const std::int64_t e = std::clamp<std::int64_t>(effort, kEffortSpread, kEffortSingle);
  return kEffortSpreadScale -
         (kEffortSpreadScale - kEffortSingleScale) * (e - kEffortSpread) / (kEffortSingle - kEffortSpread);
}

std::int64_t trend_factor(int drop) {
  return std::clamp<std::int64_t>(kPercent + drop * kFallingPerPawn / kPercent, kRisingLeast, kFallingMost);
}

// What stays on the clock, in microseconds: the less an increment brings back of what late answers cost, the more.
std::int64_t reserve(std::int64_t away, std::int64_t increment, bool time_control) {
  const std::int64_t enough = kPayingIncrement * away;
  if (time_control || increment >= enough) return kReserve * away;
  return kReserve * away + (kBareReserve - kReserve) * away / kPercent * (kPercent - increment * kPercent / enough);
}

}  // namespace

TimeBudget time_budget(const Limits& limits, Color us, std::int64_t overhead) {
  TimeBudget budget;
  const auto c = static_cast<std::size_t>(index(us));
  if (limits.time[c]) {
    const std::int64_t clock = *limits.time[c] * kMicroseconds;
    const std::int64_t away = overhead * kMicroseconds;
    const std::int64_t increment = std::max<std::int64_t>(limits.increment[c], 0) * kMicroseconds;
    const bool told = limits.moves_to_go && *limits.moves_to_go > 0;
    const std::int64_t spare = std::max<std::int64_t>(clock - reserve(away, increment, told), 0);
    const std::int64_t moves = told ? std::min<std::int64_t>(*limits.moves_to_go, kMovesMost) : kMovesExpected;
    const std::int64_t most = spare / kPercent * (moves == 1 ? kLastMoveShare : kMaximumShare);
    const std::int64_t optimum = std::min(spare / moves + increment / kPercent * kIncrementShare, most);
    budget.optimum = std::max<std::int64_t>(optimum, kMin);
    budget.maximum = std::max<std::int64_t>(std::min(optimum / kPercent * kMaximumFactor, most), kMin);
  }
  if (limits.move_time) {
    const std::int64_t away = std::min(overhead, *limits.move_time * kMoveTimeOverhead / kPercent);
    budget.move_time = std::max<std::int64_t>((*limits.move_time - away) * kMicroseconds, kMin);
  }
  return budget;
}

std::int64_t time_scale(const Progress& progress) {
  const std::int64_t product =
      stability_factor(progress.stability) * effort_factor(progress.effort) * trend_factor(progress.drop);
  return std::clamp<std::int64_t>(product / (kPercent * kPercent), kScaleLeast, kScaleMost);
}

const Progress& ProgressMeter::add(Move best, Score score, std::uint64_t effort, std::uint64_t nodes) {
  constexpr Score kDecided{1000};  // beyond it (and mates are) a score that moves says nothing
  const int value = std::clamp(score, -kDecided, kDecided).value();
  progress_.stability = best == best_ ? progress_.stability + 1 : 0;
  progress_.effort = nodes == 0 ? 0 : static_cast<int>(effort * kPerMille / nodes);
  progress_.drop = average_ ? *average_ - value : 0;
  best_ = best;
  const int weight = static_cast<int>(kAverageWeight);
  average_ = average_ ? (*average_ * weight + value) / (weight + 1) : value;
  return progress_;
}

int ClockPollInterval::next(std::int64_t now) {
  const std::int64_t gap = now - last_;
  last_ = now;
  if (gap > kWanted) {
    nodes_ = std::max(nodes_ / 2, 1);
  } else if (gap < kWanted / 4) {
    nodes_ = std::min(nodes_ * 2, kMax);
  }
  return nodes_;
}

void TimeManager::start(const Limits& limits, Color us, std::int64_t overhead,
                        std::optional<platform::TimePoint> since) {
  start_ = since.value_or(clock_());
  budget_ = time_budget(limits, us, overhead);
  hit_.store(0, std::memory_order_relaxed);
  answer_at_hit_.store(false, std::memory_order_relaxed);
  pondering_.store(limits.ponder, std::memory_order_release);
}

void TimeManager::ponder_hit() {
  hit_.store(microseconds(), std::memory_order_relaxed);
  pondering_.store(false, std::memory_order_release);
}

std::int64_t TimeManager::microseconds() const {
  return std::chrono::duration_cast<std::chrono::microseconds>(clock_() - start_).count();
}

bool TimeManager::out_of_time(std::int64_t now) const {
  if (pondering()) return false;
  if (answer_at_hit_.load(std::memory_order_relaxed)) return true;
  if (budget_.maximum && now >= *budget_.maximum) return true;
  return budget_.move_time && now - hit_.load(std::memory_order_relaxed) >= *budget_.move_time;
}

bool TimeManager::enough(const Progress& progress) const {
  return budget_.optimum && microseconds() >= *budget_.optimum / kPercent * time_scale(progress);
}

}  // namespace oknos
