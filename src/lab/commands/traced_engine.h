#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "engine/base/result.h"
#include "engine/chess/position.h"
#include "engine/search/limits.h"
#include "lab/play/participant.h"
#include "oknos/observer.h"

namespace oknos::lab {

// A UCI engine that writes its searches down with include/oknos/claims.h. It is started anew for each search, so that
// it has learnt nothing.
class TracedEngine {
 public:
  static constexpr std::uint64_t kMaxEntries = 20'000'000;  // visits and skipped moves of one search

  // Starts it once, to ask for its name. Precondition: foreign().
  static Result<std::unique_ptr<TracedEngine>> start(Participant participant);
  ~TracedEngine();
  TracedEngine(const TracedEngine&) = delete;
  TracedEngine& operator=(const TracedEngine&) = delete;

  const Player& player() const { return *player_; }
  // Has it search the position, and replays that to the observer.
  std::optional<Failure> search(const Position& position, const Limits& limits, std::optional<std::int64_t> patience,
                                Observer& to);
  // From any thread: the search ends soon, and no other begins.
  void stop() { unwanted_ = true; }

 private:
  explicit TracedEngine(std::string file) : file_(std::move(file)) {}
  // `completed`: the search came to its own end, so the trace must, too.
  std::optional<Failure> replay(Observer& to, bool completed) const;

  const std::string file_;  // that it writes, beside other temporary files
  std::unique_ptr<Player> player_;
  std::atomic<bool> unwanted_ = false;
};

}  // namespace oknos::lab
