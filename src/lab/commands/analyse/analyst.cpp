#include "lab/commands/analyse/analyst.h"

#include <chrono>
#include <condition_variable>
#include <fmt/format.h>
#include <mutex>

#include "engine/platform/memory.h"
#include "lab/terminal/interrupt.h"

namespace oknos::lab {

namespace {

// Passes on what it hears and keeps the result.
class Keeper : public SearchListener {
 public:
  explicit Keeper(SearchListener* next) : next_(next) {}

  void on_info(const Info& info) override {
    if (next_) next_->on_info(info);
  }
  void on_done(const SearchReport& report) override {
    const std::lock_guard lock(mutex_);
    report_ = report;
    done_ = true;
    changed_.notify_all();
  }
  bool wait(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, time, [this] { return done_; });
  }
  SearchReport take() { return std::move(report_); }

 private:
  SearchListener* next_;
  SearchReport report_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool done_ = false;
};

}  // namespace

std::optional<Error> Analyst::prepare() {
  constexpr std::size_t kMebibyte = std::size_t{1} << 20;
  const std::size_t there = platform::physical_memory() / kMebibyte;
  if (there > 0 && plan_.hash > there)
    return Error{fmt::format("--hash {}: this machine has {} MiB of memory", plan_.hash, there)};
  engine_.set_threads(plan_.threads);
  engine_.set_network(plan_.network);
  if (!engine_.set_hash(plan_.hash))
    return Error{fmt::format("--hash {}: the system does not give so much memory (in MiB)", plan_.hash)};
  return std::nullopt;
}

SearchReport Analyst::search(const Position& position, SearchListener* listener) {
  SearchRequest request;
  request.limits = plan_.limits;
  request.settings = plan_.settings;
  request.multi_pv = plan_.multi_pv;
  request.tracing = Tracing::Ledger;
  Keeper keeper(listener);
  engine_.set_position(position);
  engine_.start(request, keeper);
  while (!keeper.wait(kGlance))
    if (interrupted()) engine_.stop();
  engine_.wait();
  return keeper.take();
}

}  // namespace oknos::lab
