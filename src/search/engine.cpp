#include "search/engine.h"

#include "chess/movegen.h"
#include "pruning/ledger.h"
#include "pruning/observed.h"

namespace oknos {

namespace {

// Runs the helpers beside the first worker and ends them with it.
template <class Tracer>
class HelperThreads {
 public:
  HelperThreads(SharedSearch& shared, std::vector<Tracer>& tracers, std::size_t count) : stop_(shared.stop) {
    for (std::size_t id = 1; id < count; ++id)
      threads_.emplace_back([&shared, &tracers, id] {
        if (id < tracers.size()) {
          Worker<Tracer>(shared, id, tracers[id]).run();
        } else {
          pruning::Silent silent;
          Worker<pruning::Silent>(shared, id, silent).run();
        }
      });
  }
  ~HelperThreads() {
    stop_ = true;
    for (std::thread& t : threads_) t.join();
  }
  HelperThreads(const HelperThreads&) = delete;
  HelperThreads& operator=(const HelperThreads&) = delete;

 private:
  std::atomic<bool>& stop_;
  std::vector<std::thread> threads_;
};

}  // namespace

Engine::Engine(std::size_t hash_mebibytes, int threads) {
  set_threads(threads);
  set_hash(hash_mebibytes);
}

Engine::~Engine() {
  stop();
  wait();
}

bool Engine::set_hash(std::size_t mebibytes) {
  wait();
  return table_.resize(mebibytes, threads());
}

void Engine::set_threads(int threads) {
  wait();
  memories_.resize(static_cast<std::size_t>(threads));
  for (auto& m : memories_)
    if (!m) m = std::make_unique<WorkerMemory>();
}

void Engine::clear() {
  wait();
  table_.clear(threads());
  for (auto& m : memories_) m->histories.clear();
}

void Engine::set_position(const Position& position) {
  wait();
  position_ = position;
}

void Engine::start(const SearchRequest& request, SearchListener& listener) {
  stop();
  wait();
  stop_ = false;
  {
    const std::lock_guard lock(mutex_);
    released_by_user_ = false;
    pondering_ = request.limits.ponder;
  }
  time_.start(request.limits, position_.side_to_move(), request.overhead);
  table_.new_search();
  for (auto& m : memories_) m->nodes = 0;
  searching_ = true;
  thread_ = std::thread([this, request, &listener] { run(request, listener); });
}

void Engine::stop() {
  {
    const std::lock_guard lock(mutex_);
    released_by_user_ = true;
  }
  stop_ = true;
  released_.notify_all();
}

void Engine::ponder_hit() {
  time_.ponder_hit();
  {
    const std::lock_guard lock(mutex_);
    pondering_ = false;
  }
  released_.notify_all();
}

void Engine::wait() {
  if (thread_.joinable()) thread_.join();
}

SearchReport Engine::search(const SearchRequest& request, SearchListener* listener) {
  class Keeper : public SearchListener {
   public:
    explicit Keeper(SearchListener* next) : next_(next) {}
    void on_info(const Info& info) override {
      if (next_) next_->on_info(info);
    }
    void on_current_move(int depth, Move m, int number) override {
      if (next_) next_->on_current_move(depth, m, number);
    }
    void on_done(const SearchReport& r) override {
      report = r;
      if (next_) next_->on_done(r);
    }
    SearchReport report;

   private:
    SearchListener* next_;
  };
  Keeper keeper(listener);
  start(request, keeper);
  wait();
  return keeper.report;
}

void Engine::run(const SearchRequest& request, SearchListener& listener) {
  SharedSearch shared{position_, request.limits, request.settings, table_,           time_,
                      stop_,     memories_,      listener,         request.multi_pv, request.analysis};
  SearchReport report;
  if (request.tracing == Tracing::Ledger) {
    std::vector<pruning::Ledger> ledgers(memories_.size());
    report = run_workers(shared, ledgers);
    for (const pruning::Ledger& l : ledgers) report.ledger += l;
  } else if (request.tracing == Tracing::Observed && request.observer) {
    std::vector<pruning::Observed> observed;
    observed.emplace_back(*request.observer, request.guards);
    report = run_workers(shared, observed);
  } else {
    std::vector<pruning::Silent> silent(memories_.size());
    report = run_workers(shared, silent);
  }
  wait_for_release(request.limits);
  report.time = time_.elapsed();
  searching_ = false;
  listener.on_done(report);
}

template <class Tracer>
SearchReport Engine::run_workers(SharedSearch& shared, std::vector<Tracer>& tracers) {
  Worker<Tracer> first(shared, 0, tracers[0]);
  {
    const HelperThreads<Tracer> helpers(shared, tracers, memories_.size());
    first.run();
  }
  first.report();
  SearchReport report;
  report.lines = first.lines();
  report.nodes = shared.nodes();
  if (report.lines.empty() || report.lines.front().line.empty()) return report;
  const std::vector<Move>& line = report.lines.front().line;
  report.best = line[0];
  report.ponder = line.size() > 1 ? line[1] : guess_reply(line[0]);
  return report;
}

// The protocol forbids an answer before `stop` to an infinite search, and before `ponderhit` to one that ponders.
void Engine::wait_for_release(const Limits& limits) {
  std::unique_lock lock(mutex_);
  released_.wait(lock, [&] { return released_by_user_ || !(limits.infinite || pondering_); });
}

// What the table expects the other side to play.
Move Engine::guess_reply(Move best) const {
  Position after = position_;
  after.play(best);
  const auto entry = table_.probe(after.key(), 0);
  return entry && after.is_legal(entry->move) ? entry->move : Move{};
}

}  // namespace oknos
