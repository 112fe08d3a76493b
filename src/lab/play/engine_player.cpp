#include "lab/play/engine_player.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>

#include "lab/terminal/interrupt.h"

namespace oknos::lab {

namespace {

constexpr std::int64_t kOverhead = 10;  // milliseconds: between the search's clock and the referee's

// Keeps the last line of each kind and passes all on.
class Keeper : public SearchListener {
 public:
  explicit Keeper(SearchListener* next) : next_(next) {}

  void on_info(const Info& info) override {
    if (info.multi_pv == 1) {
      last_ = info;
      if (info.bound == Bound::Exact) exact_ = info;
    }
    if (next_) next_->on_info(info);
  }
  void on_done(const SearchReport& report) override {
    const std::lock_guard lock(mutex_);
    best_ = report.best;
    nodes_ = report.nodes;
    done_ = true;
    changed_.notify_all();
  }
  // True when the search has ended.
  bool wait() {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, kPollInterval, [this] { return done_; });
  }

  Move best() const { return best_; }
  // With the nodes of the whole search, also those after the line was reported.
  std::optional<Info> info() const {
    std::optional<Info> out = exact_ ? exact_ : last_;
    if (out) out->nodes = nodes_;
    return out;
  }

 private:
  SearchListener* next_;
  std::optional<Info> last_;
  std::optional<Info> exact_;
  Move best_;
  std::uint64_t nodes_ = 0;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool done_ = false;
};

}  // namespace

EnginePlayer::EnginePlayer(std::string name, const pruning::Settings& settings, std::size_t hash_mebibytes, int threads,
                           std::shared_ptr<const eval::network::Network> network)
    : name_(std::move(name)), settings_(settings), engine_(hash_mebibytes, threads) {
  engine_.set_network(std::move(network));
}

std::optional<Failure> EnginePlayer::new_game(bool, const std::atomic<bool>*) {
  engine_.clear();
  return std::nullopt;
}

MoveOutcome EnginePlayer::move(const MoveRequest& request, SearchListener* listener) {
  const platform::TimePoint start = platform::now();
  SearchRequest search;
  search.limits = request.limits;
  search.settings = settings_;
  search.overhead = kOverhead;
  Keeper keeper(listener);
  engine_.set_position(request.line.current);
  engine_.start(search, keeper);
  while (!keeper.wait())
    if (interrupted() || request.is_unwanted()) engine_.stop();
  engine_.wait();
  if (interrupted()) return Failure{FailureKind::Interrupted, name_ + " was interrupted"};
  if (request.is_unwanted()) return Failure{FailureKind::Interrupted, name_ + " was stopped"};
  return PlayedMove{keeper.best(), keeper.info(), platform::milliseconds_since(start), ""};
}

}  // namespace oknos::lab
