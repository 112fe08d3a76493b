#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/chess/position.h"
#include "engine/eval/evaluator.h"
#include "engine/platform/cache_line.h"
#include "engine/pruning/ask/ask.h"
#include "engine/pruning/parts/context.h"
#include "engine/pruning/registry/settings.h"
#include "engine/search/corrections.h"
#include "engine/search/history.h"
#include "engine/search/learning.h"
#include "engine/search/limits.h"
#include "engine/search/move_picker.h"
#include "engine/search/node.h"
#include "engine/search/reductions.h"
#include "engine/search/report.h"
#include "engine/search/stack.h"
#include "engine/search/time_manager.h"
#include "engine/search/transposition_table.h"
#include "engine/tablebases/root_moves.h"

namespace oknos {

// The memory of one thread: its histories, kept between searches, and its search stack.
struct WorkerMemory {
  Histories histories;
  eval::Evaluator evaluator;
  SearchStack stack;
  Reductions reductions;
  // Moves made in this search, written only by its own thread. Relaxed order is enough: a slightly stale sum does no
  // harm, and the final one is taken after the threads have ended.
  alignas(platform::kCacheLine) std::atomic<std::uint64_t> nodes{0};
  std::atomic<std::uint64_t> tb_hits{0};  // successful tablebase probes; relaxed, like nodes
};

struct RootMove {
  Move move;
  Score score = -kInfinite;
  Score previous = -kInfinite;  // of the previous iteration
  Score average = -kInfinite;   // of all iterations, each weighing as much as those before it together
  int seldepth = 0;
  std::uint64_t nodes = 0;  // spent on this move in this search
  PvLine pv;
  int rank = 0;               // from the tablebases: only moves of the highest rank are searched
  Score tb_score = kNoScore;  // from the tablebases; kNoScore: unknown
};

// Shared by all threads of a search. Read at every node, so kept off the cache lines that threads write to.
struct alignas(platform::kCacheLine) SharedSearch {
  const Position& root;
  const Limits& limits;
  const pruning::Settings& settings;
  TranspositionTable& tt;
  TimeManager& time;
  std::atomic<bool>& stop;
  std::vector<std::unique_ptr<WorkerMemory>>& memories;
  SearchListener& listener;
  int multi_pv = 1;
  bool analysis = false;                         // do not end early to save time
  const std::atomic<bool>* stop_flag = nullptr;  // stops the search from outside; checked together with the limits
  bool (*interrupted)() = nullptr;               // likewise
  std::shared_ptr<const eval::network::Network> network = nullptr;  // nullptr: classical evaluation
  eval::Noise noise = {};
  const tablebases::Tablebases* tables = nullptr;  // to probe; nullptr: none
  TablebaseUse tb_use = {};
  std::optional<tablebases::Ranking> ranking = std::nullopt;  // of the root moves, if all are in the tablebases

  std::uint64_t nodes() const {
    std::uint64_t sum = 0;
    for (const auto& m : memories) sum += m->nodes.load(std::memory_order_relaxed);
    return sum;
  }
  std::uint64_t tb_hits() const {
    std::uint64_t sum = 0;
    for (const auto& m : memories) sum += m->tb_hits.load(std::memory_order_relaxed);
    return sum;
  }
  // Reports these lines to the listener, with the current counts.
  void tell(std::vector<Info>& lines) const;
};

// The search of one thread: iterative deepening with principal variation search. The tracer receives all events and
// does not change the search.
template <class Tracer>
class Worker {
 public:
  Worker(SharedSearch& shared, std::size_t id, Tracer& tracer);

  // Searches until a limit is reached or the search is stopped. The first thread reports after each iteration.
  void run();
  // Searches the root position once, as a node with the given depth, `ply` >= 1 plies below another root, reached by
  // `previous` (none: a null move). See SubtreeSearch.
  Score window(Score alpha, Score beta, Depth depth, int ply, Move previous);
  // Reports the current lines to the listener, with the current counts.
  void report();

  // The best lines of the last completed iteration; never empty when there is a legal move.
  const std::vector<Info>& lines() const { return lines_; }
  int completed() const { return completed_; }  // depth of the last completed iteration, plies

 private:
  using Node = SearchNode;

  // The result of a singular search.
  struct Singular {
    Depth extension;             // negative extension: reduction
    std::optional<Score> value;  // multi-cut: value of the node
  };

  // iterate.cpp: the root
  void prepare_root();
  void iterate(int depth);
  void aspiration_search(int depth, std::size_t first);
  Score search_root(Score alpha, Score beta, Depth depth, std::size_t first);
  void rank_root_moves();
  std::size_t end_of_rank(std::size_t first) const;
  void keep_pv(const RootMove& root, Bound bound, std::size_t number);
  void check_limits();
  bool is_exhausted(int depth, std::uint64_t nodes) const;
  bool is_settled(int depth) const;
  bool finished(int depth, std::uint64_t nodes, const Progress& progress) const;

  // node.cpp: the steps of a node; each returns a value or continues
  Score search(Score alpha, Score beta, Depth depth, int ply, bool cut_node);
  Score search_node(Node& node);
  std::optional<Score> early_exit(Node& node);
  std::optional<Score> probe_tt(Node& node);
  Depth tt_cutoff_depth(const Node& node) const;
  bool is_expected(const Node& node, Score score) const;
  std::optional<Score> probe_tablebases(Node& node);
  bool is_decided_lazily(Node& node);
  void evaluate(Node& node);
  void adjust_in_hindsight(Node& node);
  std::optional<Score> ask_node_rules(Node& node);
  Score value_of_cut(Node& node, const pruning::Verdict& verdict);
  std::optional<Score> try_null_move(Node& node);
  bool verify_null_move(Node& node, Depth depth);
  void internal_iterative_reduction(Node& node);
  std::optional<Score> try_probcut(Node& node);
  std::optional<Score> cut_by_tt_margin(Node& node, Score margin, Depth depth);
  void store(const Node& node);
  void store_evaluation(const Node& node);
  void store_probcut(const Node& node, Score value, Depth depth);

  // node_moves.cpp: the move loop
  Score search_moves(Node& node);
  void prepare_children(int ply);
  void skip_with(Node& node, Score bound) { node.skip_with(bound, settings_.conventions.recorded); }
  void discard_futile_quiets(Node& node, std::uint64_t active, const CheckInfo& checks, MovePicker& picker);
  bool is_skipped(Node& node, const pruning::MoveContext& move, const pruning::Verdict& verdict,
                  const CheckInfo& checks, MovePicker& picker);
  Score cut_by(Node& node, const pruning::MoveContext& move, const pruning::Verdict& verdict);
  void restrict_moves(Node& node, const CheckInfo& checks, MovePicker& picker);
  Score search_move(Node& node, const pruning::MoveContext& move, Depth extension, int reduction);
  Score search_made_move(Node& node, const pruning::MoveContext& move, Depth full, Depth shallow);
  Depth research_depth(const Node& node, Score value, Depth full) const;
  int history_of(Move m, const MovePicker& picker, const QuietScorer& quiet_history) const;
  Depth check_extension(const Node& node, const pruning::MoveContext& move) const;
  Singular singular_search(Node& node, Move m);
  int late_move_reduction(const Node& node, const pruning::MoveContext& move) const;
  pruning::MoveDepths depths_of(const Node& node, bool gives_check, Depth extension, int reduction) const;
  pruning::MoveDepths depths_of(const Node& node, const pruning::MoveContext& move,
                                int reduction) const;  // without singular extensions

  // quiescence.cpp
  Score enter_quiescence(Score alpha, Score beta, int ply) {
    quiescence_from_ = own_nodes_;
    return quiescence(alpha, beta, ply);
  }
  Score quiescence(Score alpha, Score beta, int ply);
  Score quiescence_node(Node& node);
  void evaluate_at_horizon(Node& node);
  Score quiescence_moves(Node& node);
  Score blended(const Node& node) const;

  void link(Node& node);  // sets what the context holds about the previous move
  void descend(StackEntry& from, Move m, int ply);
  void count_node() {
    memory_.nodes.store(++own_nodes_, std::memory_order_relaxed);
    if (--until_check_ <= 0) check_limits();
  }
  void update_pv(StackEntry& entry, Move m, int ply);
  // Relaxed order is enough: no data is published through the flag, and one more node does not matter.
  bool stopped() const { return shared_.stop.load(std::memory_order_relaxed) && !owes_answer_; }
  bool is_main() const { return id_ == 0; }
  StackEntry& stack(int ply) { return memory_.stack[ply]; }
  const StackEntry& stack(int ply) const { return memory_.stack[ply]; }
  void clear_stack(int first, int last) {
    memory_.stack.clear(first, last, memory_.histories.continuation.after_no_move());
  }

  SharedSearch& shared_;
  const pruning::Settings& settings_;
  const std::size_t id_;
  Tracer& tracer_;
  WorkerMemory& memory_;
  Position position_;
  Learning learning_;
  Corrections corrections_;
  const Reductions& reductions_;
  const bool rules_use_reductions_;  // an enabled rule uses the reduced depth
  const bool asks_lazily_;           // node rules may decide before the static evaluation is known
  const int tb_max_men_;             // maximum number of men of positions to probe; 0: no probing
  const bool cuts_lists_;            // list cut-offs; off if an observer wants every move
  std::vector<RootMove> root_moves_;
  std::vector<Info> lines_;
  int root_depth_ = 0;
  int seldepth_ = 0;
  std::uint64_t own_nodes_ = 0;
  std::uint64_t quiescence_from_ = 0;  // own_nodes_ where this quiescence search began
  int completed_ = 0;
  bool owes_answer_ = false;  // in the first iteration, which neither the clock nor a stop ends
  bool answered_ = false;     // a move has been searched
  int until_check_ = 0;       // nodes
  int null_moves_from_ = 0;   // minimum ply of null moves, while a null move cutoff is verified; else 0
  ClockPollInterval clock_poll_;
};

}  // namespace oknos
