#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "chess/position.h"
#include "eval/evaluator.h"
#include "platform/cache_line.h"
#include "pruning/ask.h"
#include "pruning/context.h"
#include "pruning/settings.h"
#include "search/history.h"
#include "search/move_picker.h"
#include "search/reductions.h"
#include "search/report.h"
#include "search/table.h"
#include "search/time_manager.h"

namespace oknos {

using Line = StaticVector<Move, kMaxPly + 2>;

// What one thread remembers from search to search and while it searches.
struct WorkerMemory {
  struct Frame {  // of one ply
    eval::Incremental incremental;
    Score evaluation = kNoScore;
    Killers killers;
    Move move;  // being searched from here; none for a null move
    Piece moved = Piece::None;
    PieceType captured = PieceType::None;
    bool extended = false;
    int doubles = 0;                         // moves extended by two plies on the way here
    Move excluded;                           // the node is searched without it, to see whether it stands alone
    PieceToHistory* continuation = nullptr;  // what is known of answers to the move
    Line line;                               // best continuation from here
  };
  static constexpr int kFramesBefore = 4;  // the root's histories look so far back

  Histories histories;
  eval::Evaluator evaluator;
  std::vector<Frame> frames = std::vector<Frame>(kFramesBefore + kMaxPly + 2);
  // Moves made in this search; written by its own thread only. Relaxed is enough: a sum that is a little late harms
  // nobody, and the last one is taken after the threads have ended.
  alignas(platform::kCacheLine) std::atomic<std::uint64_t> nodes{0};
};

struct RootMove {
  Move move;
  Score score = -kInfinite;
  Score previous = -kInfinite;  // of the depth before
  int seldepth = 0;
  std::uint64_t nodes = 0;  // that it took in this search
  Line line;
};

// What all threads of one search share. They read it at every node, so it shares no cache line with what one of them
// writes.
struct alignas(platform::kCacheLine) SharedSearch {
  const Position& root;
  const Limits& limits;
  const pruning::Settings& settings;
  Table& table;
  TimeManager& time;
  std::atomic<bool>& stop;
  std::vector<std::unique_ptr<WorkerMemory>>& memories;
  SearchListener& listener;
  int multi_pv = 1;
  bool analysis = false;                         // never answer early to save the clock
  const std::atomic<bool>* stop_flag = nullptr;  // another's wish to end it; looked at when the limits are
  std::shared_ptr<const eval::network::Network> network = nullptr;  // what evaluates; none: the classical evaluation

  std::uint64_t nodes() const {
    std::uint64_t sum = 0;
    for (const auto& m : memories) sum += m->nodes.load(std::memory_order_relaxed);
    return sum;
  }
  // Tells the listener these lines, with the counts of this moment.
  void tell(std::vector<Info>& lines) const;
};

// One thread's search: iterative deepening over a principal variation search. The tracer hears all and changes nothing.
template <class Tracer>
class Worker {
 public:
  Worker(SharedSearch& shared, std::size_t id, Tracer& tracer);

  // Searches until a limit is reached or it is stopped. The first thread tells the listener after each depth.
  void run();
  // Searches the root position once, as a node of that depth `ply` >= 1 plies below another root, reached by `previous`
  // (none: a null move). See WindowSearch.
  Score window(Score alpha, Score beta, Depth depth, int ply, Move previous);
  // Tells the listener the lines that stand, with the counts of this moment.
  void report();

  // The best lines of what was completed; never empty when there is a legal move.
  const std::vector<Info>& lines() const { return lines_; }
  int completed() const { return completed_; }  // plies, of the deepest iteration that was not cut short

 private:
  using Frame = WorkerMemory::Frame;

  struct Node {
    Node(Position& position, Frame& own, Score alpha, Score beta, Depth depth, int ply, bool cut = false)
        : context(position, own.incremental), frame(own), first_alpha(alpha), excluded(own.excluded) {
      context.alpha = alpha;
      context.beta = beta;
      context.depth = depth;
      context.ply = ply;
      context.pv = beta - alpha > Score{1};
      context.cut_node = cut;
    }
    pruning::NodeContext context;
    Frame& frame;
    Score first_alpha;
    const Move excluded;              // not searched: is it alone?
    bool was_pv = false;              // on the principal variation, now or when it was stored
    Score raw_evaluation = kNoScore;  // without corrections; kNoScore: not computed
    std::optional<TableEntry> entry;
    Score best = -kInfinite;           // with the bounds of what was skipped
    Score best_searched = -kInfinite;  // without
    Move best_move;
    pruning::Verdict restricted_by;  // the rule that left only part of the moves, if any
    bool skipped_any = false;
    Depth kept_by_checks{};  // plies that the node was reduced by, but not its moves that give check
    pruning::NodeEnd end = pruning::NodeEnd::Searched;

    bool restricted() const { return restricted_by.kind == pruning::Verdict::Kind::Restrict; }
    Move table_move() const { return entry ? entry->move : Move{}; }
    bool tests_a_move() const { return static_cast<bool>(excluded); }
    // What is skipped leaves something behind, as the preset records it, so that the node never ends without a value.
    void skip_with(Score bound, pruning::Recorded recorded) {
      skipped_any = true;
      if (recorded == pruning::Recorded::Alpha) return;
      const bool own = recorded == pruning::Recorded::Evaluation && context.evaluation != kNoScore;
      const Score left = own ? context.evaluation : bound;
      if (left > best && left <= context.alpha) best = left;
    }
  };

  // What came of the test whether a move stands alone.
  struct Singular {
    Depth extension;             // negative: shallower
    std::optional<Score> value;  // the node is cut with it
  };

  // iterate.cpp: the root
  void prepare_root();
  void iterate(int depth);
  void search_window(int depth, std::size_t first);
  Score search_root(Score alpha, Score beta, Depth depth, std::size_t first);
  void keep_line(const RootMove& root, Bound bound, std::size_t number);
  void check_limits();
  bool is_settled(int depth, std::uint64_t nodes) const;
  bool finished(int depth, std::uint64_t nodes, const Progress& progress) const;

  // node.cpp: a node, as a list of stages; each answers with a value or lets the next one ask
  Score search(Score alpha, Score beta, Depth depth, int ply, bool cut_node);
  Score value_of(Node& node);
  std::optional<Score> leave_at_once(Node& node);
  std::optional<Score> probe_table(Node& node);
  bool is_decided_lazily(Node& node);
  void evaluate(Node& node);
  std::optional<Score> ask_node_rules(Node& node);
  std::optional<Score> try_null_move(Node& node);
  void reduce_without_table_move(Node& node);
  std::optional<Score> try_probcut(Node& node);
  void store(const Node& node);

  // node_moves.cpp: the moves of a node, one after the other
  Score search_moves(Node& node);
  void skip_with(Node& node, Score bound) { node.skip_with(bound, settings_.conventions.recorded); }
  void discard_futile_quiets(Node& node, std::uint64_t awake, const CheckInfo& checks, MovePicker& picker);
  bool is_skipped(Node& node, const pruning::MoveContext& move, const pruning::Verdict& verdict,
                  const CheckInfo& checks, MovePicker& picker);
  Score cut_by(Node& node, const pruning::MoveContext& move, const pruning::Verdict& verdict);
  void restrict_moves(Node& node, const CheckInfo& checks, MovePicker& picker);
  Score search_move(Node& node, const pruning::MoveContext& move, Depth extra, int late);
  Score search_made_move(Node& node, const pruning::MoveContext& move, Depth full, Depth shallow);
  int history_of(Move m, const MovePicker& picker, const Continuations& before) const;
  Depth check_extension(const Node& node, const pruning::MoveContext& move) const;
  Singular test_singular(Node& node, Move m);
  int reduction(const Node& node, const pruning::MoveContext& move) const;
  pruning::MoveDepths depths_of(const Node& node, bool gives_check, Depth extra, int late) const;
  pruning::MoveDepths depths_of(const Node& node, const pruning::MoveContext& move, int late) const;  // not singular

  // learning.cpp: what is remembered of a node for others
  Continuations continuations(int ply);
  void reward(Node& node, const MoveList& quiets, const MoveList& captures);
  void reward_table_move(Node& node);
  void reward_previous(Node& node);
  Score correction(const Node& node) const;
  void learn_correction(const Node& node);
  Key reply_key(int ply) const;

  // quiescence.cpp
  Score quiescence(Score alpha, Score beta, int ply);
  Score quiescence_value(Node& node);
  void evaluate_at_horizon(Node& node);
  Score quiescence_moves(Node& node);

  void link(Node& node);  // fills what the context knows of the move before
  void descend(Frame& from, Move m, int ply);
  void count_node() {
    memory_.nodes.store(++own_nodes_, std::memory_order_relaxed);
    if (--until_check_ <= 0) check_limits();
  }
  void update_line(Frame& frame, Move m, int ply);
  // Relaxed is enough: the flag hands over nothing, and a node more or less does not matter.
  bool stopped() const { return shared_.stop.load(std::memory_order_relaxed); }
  bool is_main() const { return id_ == 0; }
  Frame& frame(int ply) { return memory_.frames[static_cast<std::size_t>(ply + WorkerMemory::kFramesBefore)]; }
  const Frame& frame(int ply) const {
    return memory_.frames[static_cast<std::size_t>(ply + WorkerMemory::kFramesBefore)];
  }
  void clear_frames(int first, int last);

  SharedSearch& shared_;
  const pruning::Settings& settings_;
  const std::size_t id_;
  Tracer& tracer_;
  WorkerMemory& memory_;
  Position position_;
  const Reductions reductions_;
  const bool reductions_count_;  // for rules, before the move is made
  const bool asks_lazily_;       // rules of nodes, before the static value is known
  const bool cuts_lists_;        // one futile move speaks for others; nobody listens who wants to hear of each
  std::vector<RootMove> root_moves_;
  std::vector<Info> lines_;
  int root_depth_ = 0;
  int seldepth_ = 0;
  std::uint64_t own_nodes_ = 0;
  int completed_ = 0;
  int until_check_ = 0;  // nodes
  ReadingPace pace_;
};

}  // namespace oknos
