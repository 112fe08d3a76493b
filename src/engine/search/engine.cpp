#include "engine/search/engine.h"

#include <new>
#include <system_error>
#include <type_traits>

#include "engine/chess/movegen.h"
#include "engine/pruning/ask/ledger.h"
#include "engine/pruning/ask/observed.h"
#include "engine/search/mate_mode.h"
#include "engine/search/vote.h"
#include "engine/tablebases/root_moves.h"

namespace oknos {

namespace {

// One thread's result.
struct Outcome {
  std::vector<Info> lines;  // empty: none
  int depth = 0;            // completed plies
};

// A tracer on cache lines of its own.
template <class Tracer>
struct alignas(platform::kCacheLine) OwnLines {
  Tracer tracer;
};

template <class Tracer>
Outcome search_with(SharedSearch& shared, std::size_t id, Tracer& tracer) {
  Worker<Tracer> worker(shared, id, tracer);
  worker.run();
  return {worker.lines(), worker.completed()};
}

// Which thread's lines are reported. With a fixed depth or multi-PV it is the first one's.
std::size_t choose(const std::vector<Outcome>& outcomes, const SharedSearch& shared) {
  if (outcomes.size() == 1 || shared.multi_pv > 1 || shared.limits.depth || outcomes[0].lines.empty()) return 0;
  std::vector<Ballot> ballots;
  for (const Outcome& o : outcomes) {
    Ballot ballot;
    if (!o.lines.empty()) ballot = {o.lines.front().pv.front(), o.lines.front().score, o.depth};
    ballots.push_back(ballot);
  }
  return best_thread(ballots);
}

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
  return tt_.resize(mebibytes, threads());
}

bool Engine::set_threads(int threads) {
  wait();
  const auto count = static_cast<std::size_t>(threads);
  const std::size_t before = memories_.size();
  bool refused = !helpers_.resize(count - 1);
  try {
    while (!refused && memories_.size() < count) memories_.push_back(std::make_unique<WorkerMemory>());
  } catch (const std::bad_alloc&) {
    refused = true;
  }
  memories_.resize(refused ? before : count);
  if (refused && before > 0) helpers_.resize(before - 1);
  return !refused;
}

void Engine::clear() {
  wait();
  helpers_.start([this](std::size_t i) { memories_[i + 1]->histories.clear(); });
  memories_[0]->histories.clear();
  helpers_.wait();
  tt_.clear(threads());
}

void Engine::set_position(const Position& position) {
  wait();
  position_ = position;
}

void Engine::set_network(std::shared_ptr<const eval::network::Network> network) {
  clear();
  network_ = std::move(network);
}

void Engine::set_tablebases(std::shared_ptr<const tablebases::Tablebases> tables) {
  clear();
  tablebases_ = std::move(tables);
}

void Engine::prepare(const SearchRequest& request) {
  stop();
  wait();
  stop_.store(false, std::memory_order_relaxed);
  {
    const std::lock_guard lock(mutex_);
    released_by_user_ = false;
    pondering_ = request.limits.ponder;
  }
  time_.start(request.limits, position_.side_to_move(), request.overhead, request.since);
  tt_.new_search();
  for (auto& m : memories_) {
    m->nodes.store(0, std::memory_order_relaxed);
    m->tb_hits.store(0, std::memory_order_relaxed);
  }
}

void Engine::start(const SearchRequest& request, SearchListener& listener) {
  prepare(request);
  if (first_.size() == 0 && !first_.resize(1))
    throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again), "no thread to search in");
  first_.start([this, request, &listener](std::size_t) { run(request, listener); });
}

void Engine::stop() {
  {
    const std::lock_guard lock(mutex_);
    released_by_user_ = true;
  }
  stop_.store(true, std::memory_order_relaxed);
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
  first_.wait();
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
  prepare(request);
  run(request, keeper);
  return keeper.report;
}

void Engine::run(const SearchRequest& request, SearchListener& listener) {
  const pruning::Settings settings = request.limits.mate ? mate_settings(request.settings) : request.settings;
  SharedSearch shared{position_,
                      request.limits,
                      settings,
                      tt_,
                      time_,
                      stop_,
                      memories_,
                      listener,
                      request.multi_pv,
                      request.analysis,
                      request.stop_flag,
                      request.interrupted,
                      network_,
                      request.noise};
  ask_tablebases(request, shared);
  if (request.tracing == Tracing::Ledger) {
    std::vector<OwnLines<pruning::Ledger>> ledgers(memories_.size());
    run_workers(shared, ledgers);
  } else if (request.tracing == Tracing::Observed && request.observer) {
    std::vector<OwnLines<pruning::Observed>> observed;
    observed.push_back({pruning::Observed(*request.observer, request.guards, request.undone, request.watched)});
    run_workers(shared, observed);
  } else {
    std::vector<OwnLines<pruning::Silent>> silent(memories_.size());
    run_workers(shared, silent);
  }
}

// Where the tables know every move of the root, its result is settled by the choice of the root move; then the search
// looks for the mate itself, and looks nothing up.
void Engine::ask_tablebases(const SearchRequest& request, SharedSearch& shared) const {
  if (!tablebases_ || tablebases_->empty() || request.limits.mate) return;
  shared.tables = tablebases_.get();
  shared.tb_use = request.tablebases;
  shared.tb_use.most_men = std::min(request.tablebases.most_men, tablebases_->most_men());
  if (popcount(position_.pieces()) > shared.tb_use.most_men) return;
  Position root = position_;
  const MoveList moves = legal_moves(root);
  shared.ranking = rank_moves(*tablebases_, root, {moves.begin(), moves.end()}, request.tablebases.fifty_move_rule);
  if (!shared.ranking) return;
  memories_[0]->tb_hits.store(moves.size(), std::memory_order_relaxed);
  if (shared.ranking->by_distance) shared.tables = nullptr;
}

// When the first thread ends, all do; threads without a tracer of their own are silent.
template <class OwnTracer>
void Engine::run_workers(SharedSearch& shared, std::vector<OwnTracer>& tracers) {
  constexpr bool kCounts = std::is_same_v<OwnTracer, OwnLines<pruning::Ledger>>;
  std::vector<Outcome> outcomes(memories_.size());
  helpers_.start([&shared, &tracers, &outcomes](std::size_t i) {
    const std::size_t id = i + 1;
    pruning::Silent silent;
    outcomes[id] = id < tracers.size() ? search_with(shared, id, tracers[id].tracer) : search_with(shared, id, silent);
  });
  Worker first(shared, 0, tracers[0].tracer);
  first.run();
  shared.stop.store(true, std::memory_order_relaxed);
  const bool all = helpers_have_ended(shared, kCounts);
  outcomes[0] = {first.lines(), first.completed()};

  const std::size_t chosen = all ? choose(outcomes, shared) : 0;
  if (chosen == 0) {
    first.report();
  } else {
    shared.tell(outcomes[chosen].lines);
  }
  pruning::Ledger ledger;
  if constexpr (kCounts)
    for (const auto& own : tracers) ledger += own.tracer;
  // The answer to a hit that came long after the last line: a GUI shows what it is told for the move that is played.
  if (wait_for_release(shared.limits) == Release::PonderHit) shared.tell(outcomes[chosen].lines);
  answer(shared, std::move(outcomes[chosen].lines), ledger);
  helpers_.wait();
}

// On the clock the answer does not wait long for a thread that a busy machine has put to sleep; its vote is lost then.
bool Engine::helpers_have_ended(const SharedSearch& shared, bool all_are_needed) {
  constexpr std::chrono::microseconds kMaxOnTheClock{1000};
  if (!all_are_needed && shared.time.limited()) return helpers_.wait_for(kMaxOnTheClock);
  helpers_.wait();
  return true;
}

void Engine::answer(const SharedSearch& shared, std::vector<Info> lines, const pruning::Ledger& ledger) {
  SearchReport report = make_report(std::move(lines), shared.nodes());
  report.ledger = ledger;
  report.time = time_.elapsed();
  shared.listener.on_done(report);
}

SearchReport Engine::make_report(std::vector<Info> lines, std::uint64_t nodes) const {
  SearchReport report;
  report.nodes = nodes;
  report.lines = std::move(lines);
  if (report.lines.empty() || report.lines.front().pv.empty()) return report;
  const std::vector<Move>& pv = report.lines.front().pv;
  report.best = pv[0];
  report.ponder = pv.size() > 1 ? pv[1] : guess_reply(pv[0]);
  return report;
}

// The protocol forbids an answer before `stop` to an infinite search, and before `ponderhit` to one that ponders.
Engine::Release Engine::wait_for_release(const Limits& limits) {
  std::unique_lock lock(mutex_);
  const bool pondered = pondering_;
  released_.wait(lock, [&] { return released_by_user_ || !(limits.infinite || pondering_); });
  return pondered && !pondering_ ? Release::PonderHit : Release::Other;
}

// The table's move after `best`, as ponder move.
Move Engine::guess_reply(Move best) const {
  Position after = position_;
  after.play(best);
  const auto entry = tt_.probe(after.table_key(), 0);
  return entry && after.is_legal(entry->move) ? entry->move : Move{};
}

}  // namespace oknos
