#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "engine/chess/position.h"
#include "engine/eval/network/embedded.h"
#include "engine/eval/noise.h"
#include "engine/platform/cache_line.h"
#include "engine/pruning/registry/settings.h"
#include "engine/search/limits.h"
#include "engine/search/report.h"
#include "engine/search/thread_pool.h"
#include "engine/search/time_manager.h"
#include "engine/search/transposition_table.h"
#include "engine/search/worker.h"
#include "engine/tablebases/tablebases.h"

namespace oknos {

class Observer;

// The tracer of a search.
enum class Tracing : std::uint8_t {
  Silent,   // none: for play
  Ledger,   // counters, returned in the report
  Observed  // events of the first thread go to an Observer
};

struct SearchRequest {
  Limits limits;
  pruning::Settings settings;
  int multi_pv = 1;
  std::int64_t overhead = 0;                                // milliseconds per move lost outside the engine
  std::optional<platform::TimePoint> since = std::nullopt;  // arrival of the request, if before the call
  TablebaseUse tablebases;
  bool analysis = false;  // not a game: use all of the time
  Tracing tracing = Tracing::Silent;
  Observer* observer = nullptr;                        // for Tracing::Observed
  pruning::GuardSwitches guards = {};                  // Tracing::Observed: proofs and audits may switch guards off
  std::optional<std::uint64_t> undone = std::nullopt;  // Tracing::Observed: ordinal of a skip to suppress
  const std::atomic<bool>* stop_flag = nullptr;        // stops the search when true, like stop()
  bool (*interrupted)() = nullptr;  // the same, asked every thousand nodes or so: for hosts without threads
  // Evaluation noise, for weaker players. Do not mix the transposition table and histories of different noise: call
  // clear() in between.
  eval::Noise noise = {};
  const pruning::Settings* watched = nullptr;  // Tracing::Observed: settings of watched rules, which do not act
};

// A position, a transposition table and search threads, for the UCI loop, the laboratory and the library. All calls
// come from one thread, except stop(). start() searches in threads of its own.
class Engine {
 public:
  static constexpr std::size_t kMinHash = 1;  // MiB
  static constexpr std::size_t kDefaultHash = 16;
  static constexpr std::size_t kMaxHash = std::size_t{1} << 20;
  static constexpr int kMaxThreads = 1024;

  // Precondition: memory and threads are available.
  explicit Engine(std::size_t hash_mebibytes = kDefaultHash, int threads = 1);
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // These wait for a running search. They return false, and change nothing, if the system refuses the memory or
  // threads.
  bool set_hash(std::size_t mebibytes);
  bool set_threads(int threads);
  void clear();  // clears the transposition table and the histories
  void set_position(const Position& position);
  // Sets the network for presets that use one; nullptr: classical evaluation. Initially the embedded one. Clears the
  // transposition table, which holds static evaluations.
  void set_network(std::shared_ptr<const eval::network::Network> network);

  // Sets the tablebases to probe; initially none. Clears the transposition table. `go mate` does not probe.
  void set_tablebases(std::shared_ptr<const tablebases::Tablebases> tables);

  const Position& position() const { return position_; }
  const std::shared_ptr<const tablebases::Tablebases>& tablebases() const { return tablebases_; }
  const std::shared_ptr<const eval::network::Network>& network() const { return network_; }
  std::size_t hash() const { return tt_.mebibytes(); }
  bool hash_on_large_pages() const { return tt_.large_pages(); }
  int threads() const { return static_cast<int>(memories_.size()); }

  // Starts a search and returns immediately, after ending a running one. `listener` must live until on_done() was
  // called.
  void start(const SearchRequest& request, SearchListener& listener);
  void stop();        // on_done() follows; no effect without a search
  void ponder_hit();  // the pondering search continues on our clock, or answers at once
  void wait();        // until the search has ended and all threads are idle
  // Searches in the calling thread and returns the result.
  SearchReport search(const SearchRequest& request, SearchListener* listener = nullptr);

 private:
  void prepare(const SearchRequest& request);
  void ask_tablebases(const SearchRequest& request, SharedSearch& shared) const;
  void run(const SearchRequest& request, SearchListener& listener);
  template <class OwnTracer>
  void run_workers(SharedSearch& shared, std::vector<OwnTracer>& tracers);
  bool helpers_have_ended(const SharedSearch& shared, bool all_are_needed);
  void answer(const SharedSearch& shared, std::vector<Info> lines, const pruning::Ledger& ledger);
  SearchReport make_report(std::vector<Info> lines, std::uint64_t nodes) const;
  enum class Release : std::uint8_t { PonderHit /* after the search had finished */, Other };
  Release wait_for_release(const Limits& limits);
  Move guess_reply(Move best) const;

  Position position_ = Position::initial();
  TranspositionTable tt_;
  std::shared_ptr<const eval::network::Network> network_ = eval::network::embedded_if_any();
  std::shared_ptr<const tablebases::Tablebases> tablebases_;
  TimeManager time_;
  std::vector<std::unique_ptr<WorkerMemory>> memories_;
  // Read by the workers at every node, so it has its own cache line. Relaxed order is enough: no other data is
  // published through it; results are published by joining the threads.
  alignas(platform::kCacheLine) std::atomic<bool> stop_{false};
  // The first worker, kept idle between searches, because starting a thread takes time.
  alignas(platform::kCacheLine) ThreadPool first_;
  ThreadPool helpers_;  // the other workers
  std::mutex mutex_;
  std::condition_variable released_;
  bool released_by_user_ = false;  // guarded by mutex_: stop was called
  bool pondering_ = false;         // guarded by mutex_
};

}  // namespace oknos
