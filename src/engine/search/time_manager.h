#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "engine/base/score.h"
#include "engine/base/types.h"
#include "engine/chess/move.h"
#include "engine/platform/clock.h"
#include "engine/search/limits.h"

namespace oknos {

// What the limits allow for this move, in microseconds: short games are decided below a millisecond.
struct TimeBudget {
  std::optional<std::int64_t> optimum;  // scaled by what is found; past it no new iteration begins
  std::optional<std::int64_t> maximum;  // the search stops wherever it is; never more than the clock less the overhead
  std::optional<std::int64_t> move_time;  // a fixed time, to be used in full
};

// `overhead`: milliseconds that a move costs outside of the engine (GUI, network).
TimeBudget time_budget(const Limits& limits, Color us, std::int64_t overhead);

// What the iterations so far say of how hard the choice is.
struct Progress {
  int stability = 0;  // iterations since the best move changed
  int effort = 0;     // per mille of the nodes that the best move took
  int drop = 0;       // centipawns by which the score is below the average of the iterations before
};

// By how much the optimum is stretched, in percent.
std::int64_t time_scale(const Progress& progress);

// Makes a Progress out of finished iterations.
class ProgressMeter {
 public:
  // `effort`: nodes that the best move took in this search; `nodes`: those of all moves.
  const Progress& add(Move best, Score score, std::uint64_t effort, std::uint64_t nodes);

 private:
  Progress progress_;
  Move best_;
  std::optional<int> average_;  // centipawns
};

// How many nodes may pass before the clock is read again: few where nodes are slow, so that no search is late, many
// where they are fast, so that reading costs nothing.
class ClockPollInterval {
 public:
  static constexpr int kMax = 1024;             // nodes
  static constexpr std::int64_t kWanted = 500;  // target interval between two reads, microseconds
  int next(std::int64_t now /*microseconds*/);

 private:
  static constexpr int kFirst = 32;
  int nodes_ = kFirst;
  std::int64_t last_ = 0;
};

// The clock of one search. While it ponders, nothing ends it; the time counts all the same, so that a long pondered
// move is played when the hit comes.
class TimeManager {
 public:
  using Clock = platform::TimePoint (*)();
  explicit TimeManager(Clock clock = platform::now) : clock_(clock) {}

  // Called before the threads begin. `since`: when the request came, if it was before now; our clock runs from then.
  void start(const Limits& limits, Color us, std::int64_t overhead,
             std::optional<platform::TimePoint> since = std::nullopt);

  // The rest is for any thread at any time.

  // The opponent played the expected move: our clock runs from now on.
  void ponder_hit();
  // While pondering: whether the next hit is to be answered at once, because enough was thought.
  void answer_at_hit(bool yes) { answer_at_hit_.store(yes, std::memory_order_relaxed); }

  bool pondering() const { return pondering_.load(std::memory_order_acquire); }
  bool limited() const { return budget_.maximum || budget_.move_time; }
  std::int64_t elapsed() const { return microseconds() / 1000; }  // milliseconds, with what was pondered
  std::int64_t microseconds() const;
  // Whether the search must stop at once, `now` microseconds after its start.
  bool out_of_time(std::int64_t now) const;
  // Whether to begin no further iteration. Without regard to pondering.
  bool enough(const Progress& progress) const;

 private:
  Clock clock_;
  platform::TimePoint start_;
  TimeBudget budget_;
  // Relaxed is enough for the first and the last: what they say is used by itself. The hit's time is published by
  // `pondering_` (release and acquire): whoever sees that pondering has ended sees when.
  std::atomic<std::int64_t> hit_{0};  // microseconds after start_ at which our clock began to run
  std::atomic<bool> pondering_{false};
  std::atomic<bool> answer_at_hit_{false};
};

}  // namespace oknos
