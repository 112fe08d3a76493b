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

// The time for this move, in microseconds: moves of fast games take less than a millisecond.
struct TimeBudget {
  std::optional<std::int64_t> optimum;    // soft limit, scaled by time_scale(): no iteration starts after it
  std::optional<std::int64_t> maximum;    // hard limit: the search stops; at most the clock minus the overhead
  std::optional<std::int64_t> move_time;  // a fixed time, used in full
};

// `overhead`: milliseconds per move lost outside the engine (GUI, network).
TimeBudget time_budget(const Limits& limits, Color us, std::int64_t overhead);

// How difficult the choice of a move is, judged by the iterations so far.
struct Progress {
  int stability = 0;  // iterations since the best move changed
  int effort = 0;     // share of the nodes spent on the best move, per mille
  int drop = 0;       // centipawns by which the score is below the average of earlier iterations
};

// Factor for the optimum, in percent.
std::int64_t time_scale(const Progress& progress);

// Computes Progress from finished iterations.
class ProgressMeter {
 public:
  // `effort`: nodes spent on the best move in this search; `nodes`: on all moves.
  const Progress& add(Move best, Score score, std::uint64_t effort, std::uint64_t nodes);

 private:
  Progress progress_;
  Move best_;
  std::optional<int> average_;  // centipawns
};

// The number of nodes between two reads of the clock: small if nodes are slow, so that no search overruns its time,
// large if they are fast, so that reading the clock costs nothing.
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

// The clock of one search. While pondering, no time limit applies, but elapsed time counts, so that a long-pondered
// move is played as soon as ponderhit arrives.
class TimeManager {
 public:
  using Clock = platform::TimePoint (*)();
  explicit TimeManager(Clock clock = platform::now) : clock_(clock) {}

  // Call it before the threads start. `since`: arrival of the request, if before now; our clock runs from then.
  void start(const Limits& limits, Color us, std::int64_t overhead,
             std::optional<platform::TimePoint> since = std::nullopt);

  // The other functions may be called from any thread at any time.

  // The opponent played the expected move: our clock starts.
  void ponder_hit();
  // While pondering: answer the next ponderhit at once, because enough time was used.
  void answer_at_hit(bool yes) { answer_at_hit_.store(yes, std::memory_order_relaxed); }

  bool pondering() const { return pondering_.load(std::memory_order_acquire); }
  bool limited() const { return budget_.maximum || budget_.move_time; }
  std::int64_t elapsed() const { return microseconds() / 1000; }  // milliseconds, including pondering
  std::int64_t microseconds() const;
  // Must the search stop, `now` microseconds after its start?
  bool out_of_time(std::int64_t now) const;
  // Should no further iteration start? Ignores pondering.
  bool enough(const Progress& progress) const;

 private:
  Clock clock_;
  platform::TimePoint start_;
  TimeBudget budget_;
  // Relaxed order is enough for hit_ and answer_at_hit_ themselves. hit_ is published by `pondering_` (release and
  // acquire): a thread that sees the end of pondering sees the time of the hit.
  std::atomic<std::int64_t> hit_{0};  // start of our clock, microseconds after start_
  std::atomic<bool> pondering_{false};
  std::atomic<bool> answer_at_hit_{false};
};

}  // namespace oknos
