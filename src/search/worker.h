#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "chess/position.h"
#include "eval/evaluation.h"
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
    Line line;  // best continuation from here
  };

  Histories histories;
  std::vector<Frame> frames = std::vector<Frame>(kMaxPly + 2);
  std::atomic<std::uint64_t> nodes{0};  // moves made in this search; written by its own thread only
};

struct RootMove {
  Move move;
  Score score = -kInfinite;
  Score previous = -kInfinite;  // of the depth before
  int seldepth = 0;
  Line line;
};

// What all threads of one search share.
struct SharedSearch {
  const Position& root;
  const Limits& limits;
  const pruning::Settings& settings;
  Table& table;
  const TimeManager& time;
  std::atomic<bool>& stop;
  std::vector<std::unique_ptr<WorkerMemory>>& memories;
  SearchListener& listener;
  int multi_pv = 1;
  bool analysis = false;  // never answer early to save the clock

  std::uint64_t nodes() const {
    std::uint64_t sum = 0;
    for (const auto& m : memories) sum += m->nodes.load(std::memory_order_relaxed);
    return sum;
  }
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

 private:
  using Frame = WorkerMemory::Frame;

  struct Node {
    Node(Position& position, Frame& own, Score alpha, Score beta, Depth depth, int ply)
        : context(position, own.incremental), frame(own), first_alpha(alpha) {
      context.alpha = alpha;
      context.beta = beta;
      context.depth = depth;
      context.ply = ply;
      context.pv = beta - alpha > Score{1};
    }
    pruning::NodeContext context;
    Frame& frame;
    const Score first_alpha;
    std::optional<TableEntry> entry;
    Score best = -kInfinite;           // with the bounds of what was skipped
    Score best_searched = -kInfinite;  // without
    Move best_move;
    pruning::Verdict restricted_by;  // the rule that left only part of the moves, if any
    bool skipped_any = false;
    pruning::NodeEnd end = pruning::NodeEnd::Searched;

    bool restricted() const { return restricted_by.kind == pruning::Verdict::Kind::Restrict; }
    Move table_move() const { return entry ? entry->move : Move{}; }
    // What is skipped leaves its bound behind, so that the node never ends without a value.
    void skip_with(Score bound) {
      skipped_any = true;
      if (bound > best && bound <= context.alpha) best = bound;
    }
  };

  // iterate.cpp: the root
  void prepare_root();
  void iterate(int depth);
  void search_window(int depth, std::size_t first);
  Score search_root(Score alpha, Score beta, Depth depth, std::size_t first);
  void keep_line(const RootMove& root, Bound bound, std::size_t number);
  bool finished(int stability) const;

  // node.cpp: a node, as a list of stages; each answers with a value or lets the next one ask
  Score search(Score alpha, Score beta, Depth depth, int ply);
  Score value_of(Node& node);
  std::optional<Score> leave_at_once(Node& node);
  std::optional<Score> probe_table(Node& node);
  void evaluate(Node& node);
  std::optional<Score> ask_node_rules(Node& node);
  std::optional<Score> try_null_move(Node& node);
  Score search_moves(Node& node);
  bool is_skipped(Node& node, const pruning::MoveContext& move, const pruning::Verdict& verdict, MovePicker& picker);
  Score cut_by(Node& node, const pruning::MoveContext& move, const pruning::Verdict& verdict);
  void restrict_moves(Node& node, const CheckInfo& checks, MovePicker& picker);
  Score search_move(Node& node, const pruning::MoveContext& move);
  Depth extension(const Node& node, const pruning::MoveContext& move, bool gives_check) const;
  Depth reduction(const Node& node, const pruning::MoveContext& move, bool gives_check) const;
  void reward(Node& node, const MoveList& tried);
  void store(const Node& node);

  // quiescence.cpp
  Score quiescence(Score alpha, Score beta, int ply);
  Score quiescence_value(Node& node);
  void evaluate_at_horizon(Node& node);
  Score quiescence_moves(Node& node);

  void link(Node& node);  // fills what the context knows of the move before
  void descend(Frame& from, Move m, int ply);
  void count_node();
  void update_line(Frame& frame, Move m, int ply);
  bool stopped() const { return shared_.stop.load(std::memory_order_relaxed); }
  bool is_main() const { return id_ == 0; }
  Frame& frame(int ply) { return memory_.frames[static_cast<std::size_t>(ply)]; }

  SharedSearch& shared_;
  const pruning::Settings& settings_;
  const std::size_t id_;
  Tracer& tracer_;
  WorkerMemory& memory_;
  Position position_;
  const Reductions reductions_;
  std::vector<RootMove> root_moves_;
  std::vector<Info> lines_;
  int root_depth_ = 0;
  int seldepth_ = 0;
  std::uint64_t own_nodes_ = 0;
  int until_check_ = 0;
};

}  // namespace oknos
