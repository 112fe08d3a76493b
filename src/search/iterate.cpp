// The root: iterative deepening, aspiration, several lines.
#include <algorithm>
#include <bit>

#include "pruning/ledger.h"
#include "pruning/observed.h"
#include "search/worker.h"

namespace oknos {

namespace {

constexpr std::int64_t kQuietTime = 3000;  // milliseconds before single moves are announced

// The moves up to the end of the game. Quiescence knows no draws, so a line may run past a repetition.
std::vector<Move> until_game_ends(Position position, const Line& line) {
  std::vector<Move> out;
  for (const Move m : line) {
    out.push_back(m);
    position.play(m);
    constexpr int kThreefold = 2;  // earlier occurrences
    if (position.repetitions() >= kThreefold || position.is_fifty_move_draw() || position.is_dead()) break;
  }
  return out;
}

bool better(const RootMove& a, const RootMove& b) {
  return a.score > b.score;
}

// How many plies a thread is ahead of the first one, so that not all do the same and the table knows what comes: of the
// helpers every second is one ahead or more, every fourth two or more, every eighth three.
int plies_ahead(std::size_t id) {
  constexpr int kMost = 3;
  return id == 0 ? 0 : std::min(std::countr_zero(id + 1), kMost);
}

}  // namespace

template <class Tracer>
Worker<Tracer>::Worker(SharedSearch& shared, std::size_t id, Tracer& tracer)
    : shared_(shared),
      settings_(shared.settings),
      id_(id),
      tracer_(tracer),
      memory_(*shared.memories[id]),
      position_(shared.root),
      reductions_(settings_.of<pruning::LateMoveReductions>()[pruning::LateMoveReductions::P::Base],
                  settings_.of<pruning::LateMoveReductions>()[pruning::LateMoveReductions::P::Divisor]),
      reductions_count_(settings_.enabled<pruning::ExtendedFutility>() &&
                        settings_.of<pruning::ExtendedFutility>()[pruning::ExtendedFutility::P::AfterReduction] != 0),
      asks_lazily_(pruning::any_asked_lazily(settings_)),
      cuts_lists_(!Tracer::wants_all && pruning::cuts_lists(settings_.conventions)) {
  memory_.evaluator.choose(settings_.conventions.wants_network() ? shared.network : nullptr);
}

template <class Tracer>
void Worker<Tracer>::prepare_root() {
  const auto known = shared_.table.probe(position_.table_key(), 0);
  MovePicker picker(position_, memory_.histories, known ? known->move : Move{}, Killers{}, Move{});
  while (const Move m = picker.next()) {
    const auto& wanted = shared_.limits.search_moves;
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), m) == wanted.end()) continue;
    root_moves_.push_back(RootMove{});
    root_moves_.back().move = m;
    root_moves_.back().line.push_back(m);
  }
  clear_frames(-WorkerMemory::kFramesBefore, kMaxPly + 1);
  frame(0).incremental = eval::Incremental::of(position_);
  memory_.evaluator.start(position_, 0);
  if (root_moves_.empty()) return;
  // Something to say even when the search is stopped before it has begun.
  const bool checked = position_.in_check();
  root_moves_.front().score = checked ? kDraw : memory_.evaluator.value(position_, frame(0).incremental, 0);
  keep_line(root_moves_.front(), Bound::Exact, 1);
}

template <class Tracer>
void Worker<Tracer>::run() {
  prepare_root();
  if (root_moves_.empty()) return;
  const int last = std::min(shared_.limits.depth.value_or(kMaxDepth.plies()), kMaxDepth.plies());
  ProgressMeter meter;
  for (int depth = 1; depth <= last && !stopped(); ++depth) {
    const std::uint64_t nodes_before = own_nodes_;
    const int reached = std::min(depth + plies_ahead(id_), last);
    iterate(reached);
    if (stopped()) break;
    completed_ = reached;
    if (!is_main()) continue;
    report();
    const RootMove& best = root_moves_.front();
    const Progress& progress = meter.add(best.move, best.score, best.nodes, own_nodes_);
    if (finished(depth, own_nodes_ - nodes_before, progress)) break;
  }
}

template <class Tracer>
Score Worker<Tracer>::window(Score alpha, Score beta, Depth depth, int ply, Move previous) {
  root_depth_ = depth.plies() + ply;
  clear_frames(ply - WorkerMemory::kFramesBefore, ply + 1);
  frame(ply - 1).move = previous;
  if (previous) frame(ply - 1).moved = position_.piece_on(previous.to());
  frame(ply).incremental = eval::Incremental::of(position_);
  memory_.evaluator.start(position_, ply);
  return search(alpha, beta, depth, ply, false);
}

template <class Tracer>
void Worker<Tracer>::clear_frames(int first, int last) {
  for (int ply = first; ply <= last; ++ply) {
    frame(ply) = Frame{};
    frame(ply).continuation = &memory_.histories.continuation.after_nothing();
  }
}

// One depth, for each line that is wanted.
template <class Tracer>
void Worker<Tracer>::iterate(int depth) {
  root_depth_ = depth;
  for (RootMove& root : root_moves_) root.previous = root.score;
  const std::size_t count = std::min(static_cast<std::size_t>(shared_.multi_pv), root_moves_.size());
  for (std::size_t first = 0; first < count; ++first) {
    search_window(depth, first);
    if (stopped()) return;
  }
  // A line that was searched later may have come out better than one before it.
  std::stable_sort(root_moves_.begin(), root_moves_.begin() + static_cast<std::ptrdiff_t>(count), better);
  for (std::size_t i = 0; i < count; ++i) keep_line(root_moves_[i], Bound::Exact, i + 1);
}

// Searches with a narrow window around the last value and opens it on the side where it proves too narrow.
template <class Tracer>
void Worker<Tracer>::search_window(int depth, std::size_t first) {
  using P = pruning::AspirationWindow::P;
  const auto& setting = settings_.of<pruning::AspirationWindow>();
  const Score guess = root_moves_[first].previous;
  const bool narrow = setting.enabled && depth >= setting[P::MinDepth] && !is_mate(guess);
  int delta = setting[P::Delta];
  Score alpha = narrow ? std::max(guess - Score{delta}, -kInfinite) : -kInfinite;
  Score beta = narrow ? std::min(guess + Score{delta}, kInfinite) : kInfinite;
  while (true) {
    const Score value = search_root(alpha, beta, Depth{depth}, first);
    if (stopped()) return;
    std::stable_sort(root_moves_.begin() + static_cast<std::ptrdiff_t>(first), root_moves_.end(), better);
    delta *= 2;
    if (value <= alpha && alpha > -kInfinite) {
      alpha = std::max(value - Score{delta}, -kInfinite);
    } else if (value >= beta && beta < kInfinite) {
      beta = std::min(value + Score{delta}, kInfinite);
    } else {
      return;
    }
  }
}

// The root asks no rule: it must name a move, and each line that is asked for is wanted in full.
template <class Tracer>
Score Worker<Tracer>::search_root(Score alpha, Score beta, Depth depth, std::size_t first) {
  Node node(position_, frame(0), alpha, beta, depth, 0);
  node.was_pv = true;
  tracer_.enter(node.context, false);
  evaluate(node);
  frame(1).killers = {};
  auto& c = node.context;
  const CheckInfo checks = position_.check_info();
  for (std::size_t i = first; i < root_moves_.size(); ++i) {
    RootMove& root = root_moves_[i];
    if (is_main() && shared_.time.elapsed() > kQuietTime)
      shared_.listener.on_current_move(depth.plies(), root.move, static_cast<int>(i) + 1);
    pruning::MoveContext move(c, checks, root.move);
    move.searched = static_cast<int>(i - first);
    seldepth_ = 0;
    const std::uint64_t nodes_before = own_nodes_;
    const Score value = search_move(node, move, Depth{0}, reduction(node, move));
    root.nodes += own_nodes_ - nodes_before;
    if (stopped()) break;
    root.score = i == first || value > c.alpha ? value : -kInfinite;
    node.best = std::max(node.best, value);
    if (value <= c.alpha) continue;
    c.alpha = value;
    node.best_move = root.move;
    root.seldepth = seldepth_;
    update_line(node.frame, root.move, 0);
    root.line = node.frame.line;
    if (shared_.multi_pv == 1) keep_line(root, value >= beta ? Bound::Lower : Bound::Exact, 1);
    if (value >= beta) break;
  }
  if (first == 0 && !stopped() && shared_.limits.search_moves.empty()) store(node);
  node.end = stopped() ? pruning::NodeEnd::Stopped : pruning::NodeEnd::Searched;
  tracer_.leave(c, node.best, node.best_move, node.end);
  return node.best;
}

template <class Tracer>
void Worker<Tracer>::keep_line(const RootMove& root, Bound bound, std::size_t number) {
  Info info;
  info.depth = root_depth_;
  info.seldepth = std::max(root.seldepth, root_depth_);
  info.multi_pv = static_cast<int>(number);
  info.score = root.score;
  info.bound = bound;
  info.line = until_game_ends(position_, root.line);
  if (lines_.size() < number) lines_.resize(number);
  lines_[number - 1] = std::move(info);
}

template <class Tracer>
void Worker<Tracer>::report() {
  if (!lines_.empty() && lines_.front().nodes == own_nodes_ && own_nodes_ > 0) return;  // nothing new
  shared_.tell(lines_);
}

void SharedSearch::tell(std::vector<Info>& lines) const {
  for (Info& info : lines) {
    info.nodes = nodes();
    info.time = time.elapsed();
    info.hash_full = table.per_mille_full();
    listener.on_info(info);
  }
}

// Every thread looks: on a machine with more threads than processors the first one may be asleep when the time is up.
template <class Tracer>
void Worker<Tracer>::check_limits() {
  until_check_ = ReadingPace::kMost;
  bool reached = shared_.stop_flag && shared_.stop_flag->load(std::memory_order_relaxed);
  if (shared_.time.limited()) {
    const std::int64_t now = shared_.time.microseconds();
    reached = reached || shared_.time.out_of_time(now);
    until_check_ = pace_.next(now);
  }
  if (shared_.limits.nodes) {
    const std::uint64_t nodes = shared_.nodes();
    reached = reached || nodes >= *shared_.limits.nodes;
    // Each thread may take its part of what is left; one alone stops at exactly the limit.
    const std::uint64_t left = reached ? 0 : (*shared_.limits.nodes - nodes) / shared_.memories.size();
    until_check_ = static_cast<int>(std::clamp<std::uint64_t>(left, 1, static_cast<std::uint64_t>(until_check_)));
  }
  if (reached) shared_.stop.store(true, std::memory_order_relaxed);
}

// Whether a deeper search could not change the answer: no choice, a mate that no shorter one can beat, or a game that
// ends at once after every move.
template <class Tracer>
bool Worker<Tracer>::is_settled(int depth, std::uint64_t nodes) const {
  if (root_moves_.size() == 1) return true;
  if (shared_.multi_pv > 1) return false;
  const Score score = root_moves_.front().score;
  const int plies = kMate.value() - std::abs(score.value());
  if (is_mate(score) && depth >= plies) return true;
  constexpr int kBeyondHorizon = 2;  // a depth that searches the replies
  return depth >= kBeyondHorizon && nodes <= root_moves_.size();
}

template <class Tracer>
bool Worker<Tracer>::finished(int depth, std::uint64_t nodes, const Progress& progress) const {
  const Limits& limits = shared_.limits;
  const Score score = root_moves_.front().score;
  if (limits.mate && is_win(score) && kMate - score <= Score{2 * *limits.mate - 1}) return true;
  if (limits.mate && is_loss(score) && kMate + score <= Score{2 * *limits.mate}) return true;
  if (shared_.analysis) return false;
  const bool on_clock = limits.time[static_cast<std::size_t>(index(position_.side_to_move()))].has_value();
  const bool enough = (on_clock && is_settled(depth, nodes)) || shared_.time.enough(progress);
  shared_.time.answer_at_hit(enough);
  return enough && !shared_.time.pondering();
}

template class Worker<pruning::Silent>;
template class Worker<pruning::Ledger>;
template class Worker<pruning::Observed>;

}  // namespace oknos
