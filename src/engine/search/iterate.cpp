// The root: iterative deepening, aspiration windows, multi-PV.
#include <algorithm>
#include <bit>
#include <utility>

#include "engine/chess/game_over.h"
#include "engine/pruning/ask/ledger.h"
#include "engine/pruning/ask/observed.h"
#include "engine/search/worker.h"

namespace oknos {

namespace {

constexpr std::int64_t kQuietTime = 3000;  // milliseconds before `currmove` is reported

// The variation up to the end of the game. Quiescence does not detect draws, so it may run past a repetition.
std::vector<Move> until_game_ends(Position position, const PvLine& pv) {
  std::vector<Move> out;
  for (const Move m : pv) {
    out.push_back(m);
    position.play(m);
    constexpr int kThreefold = 2;  // earlier occurrences
    if (position.repetitions() >= kThreefold || position.is_fifty_move_draw() || position.is_dead()) break;
  }
  return out;
}

bool better(const RootMove& a, const RootMove& b) {
  return a.rank != b.rank ? a.rank > b.rank : a.score > b.score;
}

// A mate is no part of an average: it is found or not.
Score averaged(Score average, Score value) {
  constexpr int kTwo = 2;
  return average == -kInfinite || is_decisive(average) || is_decisive(value)
             ? value
             : Score{(average.value() + value.value()) / kTwo};
}

// The middle of the first window.
Score middle_of(const RootMove& root, int share_of_average) {
  constexpr int kHundred = 100;
  if (share_of_average == 0 || root.average == -kInfinite || is_decisive(root.average)) return root.previous;
  const int distance = (root.average - root.previous).value();
  return root.previous + Score{distance * share_of_average / kHundred};
}

// What the tablebases say of a root move.
Score score_of(tablebases::Wdl wdl) {
  if (wdl == tablebases::Wdl::Win) return kTbWin;
  if (wdl == tablebases::Wdl::Loss) return -kTbWin;
  return Score{static_cast<int>(wdl)};
}

// Lazy SMP: how many plies a helper thread searches ahead of the first one, so that the threads diverge and fill the
// table for each other. Every second helper is at least one ahead, every fourth two, every eighth three.
int plies_ahead(std::size_t id) {
  constexpr int kMax = 3;
  return id == 0 ? 0 : std::min(std::countr_zero(id + 1), kMax);
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
      learning_(memory_.histories, memory_.stack, settings_, position_),
      corrections_(memory_.histories, memory_.stack, settings_, position_),
      reductions_(memory_.reductions),
      rules_use_reductions_(pruning::any_reads_reduced_depth(settings_)),
      asks_lazily_(pruning::any_asked_lazily(settings_)),
      tb_max_men_(shared.tables ? shared.tb_use.most_men : 0),
      cuts_lists_(!Tracer::wants_all && pruning::cuts_lists(settings_.conventions)) {
  const auto& reduction = settings_.of<pruning::LateMoveReductions>();
  memory_.reductions.set(reduction[pruning::LateMoveReductions::P::Base],
                         reduction[pruning::LateMoveReductions::P::Divisor]);
  const bool by_kind = settings_.of<pruning::MoveHistories>()[pruning::MoveHistories::P::ByKind] != 0;
  memory_.histories.continuation.set_kinds(by_kind ? ContinuationHistory::kKinds : 1);
  memory_.evaluator.choose(settings_.conventions.wants_network() ? shared.network : nullptr,
                           pruning::clamp_width(settings_.conventions.network_clamp));
  memory_.evaluator.set_noise(shared.noise);
}

template <class Tracer>
void Worker<Tracer>::prepare_root() {
  const auto known = shared_.tt.probe(position_.table_key(), 0);
  const HistoryContext situation{.setting = settings_.of<pruning::MoveHistories>()};
  MovePicker picker(position_, memory_.histories, known ? known->move : Move{}, Killers{}, Move{}, situation);
  while (const Move m = picker.next()) {
    const auto& wanted = shared_.limits.search_moves;
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), m) == wanted.end()) continue;
    root_moves_.push_back(RootMove{});
    root_moves_.back().move = m;
    root_moves_.back().pv.push_back(m);
  }
  rank_root_moves();
  clear_stack(-SearchStack::kBefore, kMaxPly + 1);
  stack(0).incremental = eval::Incremental::of(position_);
  memory_.evaluator.start(position_, 0);
  if (root_moves_.empty()) return;
  // An answer even when the search is stopped before the first iteration.
  const bool checked = position_.in_check();
  root_moves_.front().score = checked ? kDraw : memory_.evaluator.value(position_, stack(0).incremental, 0);
  keep_pv(root_moves_.front(), Bound::Exact, 1);
}

template <class Tracer>
void Worker<Tracer>::rank_root_moves() {
  if (!shared_.ranking) return;
  for (RootMove& root : root_moves_)
    for (const tablebases::RankedMove& ranked : shared_.ranking->moves)
      if (ranked.move == root.move) {
        root.rank = ranked.rank;
        root.tb_score = score_of(ranked.wdl);
      }
  std::stable_sort(root_moves_.begin(), root_moves_.end(), better);
}

// Behind the last of the moves, from this one on, that have its rank.
template <class Tracer>
std::size_t Worker<Tracer>::end_of_rank(std::size_t first) const {
  std::size_t end = first;
  while (end < root_moves_.size() && root_moves_[end].rank == root_moves_[first].rank) ++end;
  return end;
}

template <class Tracer>
void Worker<Tracer>::run() {
  prepare_root();
  if (root_moves_.empty()) return;
  const int last = std::min(shared_.limits.depth.value_or(kMaxDepth.plies()), kMaxDepth.plies());
  ProgressMeter meter;
  owes_answer_ = is_main();  // a move that was not searched at all may be any
  for (int depth = 1; depth <= last && !stopped(); ++depth) {
    const std::uint64_t nodes_before = own_nodes_;
    const int reached = std::min(depth + plies_ahead(id_), last);
    iterate(reached);
    if (stopped()) break;
    completed_ = reached;
    owes_answer_ = false;
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
  clear_stack(ply - SearchStack::kBefore, ply + 1);
  stack(ply - 1).move = previous;
  if (previous) {
    stack(ply - 1).moved = position_.piece_on(previous.to());
    stack(ply - 1).move_number = ContinuationHistory::number(stack(ply - 1).moved, previous.to());
  }
  stack(ply).incremental = eval::Incremental::of(position_);
  memory_.evaluator.start(position_, ply);
  return search(alpha, beta, depth, ply, false);
}

// One iteration, for each line of multi-PV.
template <class Tracer>
void Worker<Tracer>::iterate(int depth) {
  root_depth_ = depth;
  for (RootMove& root : root_moves_) root.previous = root.score;
  const std::size_t count = std::min(static_cast<std::size_t>(shared_.multi_pv), root_moves_.size());
  for (std::size_t first = 0; first < count; ++first) {
    aspiration_search(depth, first);
    if (stopped()) return;
  }
  // A line searched later may have a better score than an earlier one.
  std::stable_sort(root_moves_.begin(), root_moves_.begin() + static_cast<std::ptrdiff_t>(count), better);
  for (std::size_t i = 0; i < count; ++i) keep_pv(root_moves_[i], Bound::Exact, i + 1);
}

// Aspiration: searches a narrow window around the last score and widens it on the side where it fails.
template <class Tracer>
void Worker<Tracer>::aspiration_search(int depth, std::size_t first) {
  using P = pruning::AspirationWindow::P;
  constexpr int kHundred = 100;
  const auto& setting = settings_.of<pruning::AspirationWindow>();
  const Score guess = middle_of(root_moves_[first], setting[P::Average]);
  const bool narrow = setting.enabled && depth >= setting[P::MinDepth] && !is_decisive(guess);
  int delta = setting[P::Delta];
  int failed_high = 0;
  Score alpha = narrow ? std::max(guess - Score{delta}, -kInfinite) : -kInfinite;
  Score beta = narrow ? std::min(guess + Score{delta}, kInfinite) : kInfinite;
  while (true) {
    const int less = std::min({failed_high, setting[P::FailHigh], depth - 1});
    const Score value = search_root(alpha, beta, Depth{depth - less}, first);
    if (stopped()) return;
    std::stable_sort(root_moves_.begin() + static_cast<std::ptrdiff_t>(first), root_moves_.end(), better);
    delta += std::max(delta * setting[P::Growth] / kHundred, 1);
    if (value <= alpha && alpha > -kInfinite) {
      beta = std::min(beta, Score{(alpha.value() + beta.value()) / 2});  // the value is far from it
      alpha = std::max(value - Score{delta}, -kInfinite);
      failed_high = 0;
    } else if (value >= beta && beta < kInfinite) {
      beta = std::min(value + Score{delta}, kInfinite);
      ++failed_high;
    } else {
      return;
    }
  }
}

// The root asks no rule: it must name a move, and each requested line is searched in full.
template <class Tracer>
Score Worker<Tracer>::search_root(Score alpha, Score beta, Depth depth, std::size_t first) {
  Node node(position_, stack(0), alpha, beta, depth, 0);
  node.context.tt_pv = true;
  tracer_.enter(node.context, false);
  evaluate(node);
  auto& c = node.context;
  node.stack.threatened = learning_.threatened_squares();
  c.threatened = HistoryContext{nullptr, node.stack.threatened}.maybe_threatened();
  prepare_children(0);
  const CheckInfo checks = position_.check_info();
  const std::size_t end = end_of_rank(first);
  for (std::size_t i = first; i < end; ++i) {
    RootMove& root = root_moves_[i];
    if (is_main() && shared_.time.elapsed() > kQuietTime)
      shared_.listener.on_current_move(depth.plies(), root.move, static_cast<int>(i) + 1);
    pruning::MoveContext move(c, checks, root.move);
    move.searched = static_cast<int>(i - first);
    if (settings_.of<pruning::LateMoveReductions>()[pruning::LateMoveReductions::P::Root] != 0)
      move.number = move.searched;
    seldepth_ = 0;
    const std::uint64_t nodes_before = own_nodes_;
    const Score value = search_move(node, move, Depth{0}, late_move_reduction(node, move));
    root.nodes += own_nodes_ - nodes_before;
    if (stopped()) break;
    root.score = i == first || value > c.alpha ? value : -kInfinite;
    node.best = std::max(node.best, value);
    if (root.score != -kInfinite) root.average = averaged(root.average, root.score);
    if (value <= c.alpha) continue;
    c.alpha = value;
    node.best_move = root.move;
    root.seldepth = seldepth_;
    update_pv(node.stack, root.move, 0);
    root.pv = node.stack.pv;
    // While moves are left, a losing score is only a lower bound of the node's value, and the search may stop here.
    const bool may_last_longer = is_loss(value) && i + 1 < end;
    if (shared_.multi_pv == 1) keep_pv(root, value >= beta || may_last_longer ? Bound::Lower : Bound::Exact, 1);
    if (value >= beta) break;
    if (!std::exchange(answered_, true)) check_limits();  // with a limit of a few nodes there is no more time
    if (stopped()) break;
  }
  if (first == 0 && !stopped() && shared_.limits.search_moves.empty()) store(node);
  node.end = stopped() ? pruning::NodeEnd::Stopped : pruning::NodeEnd::Searched;
  tracer_.leave(c, node.best, node.best_move, node.end);
  return node.best;
}

template <class Tracer>
void Worker<Tracer>::keep_pv(const RootMove& root, Bound bound, std::size_t number) {
  Info info;
  info.depth = root_depth_;
  info.seldepth = std::max(root.seldepth, root_depth_);
  info.multi_pv = static_cast<int>(number);
  // What the search thinks of a position whose result is known does not matter, unless it has found a mate.
  const bool known = root.tb_score != kNoScore && !is_mate(root.score);
  info.score = known ? root.tb_score : root.score;
  info.bound = known ? Bound::Exact : bound;
  info.pv = until_game_ends(position_, root.pv);
  if (lines_.size() < number) lines_.resize(number);
  lines_[number - 1] = std::move(info);
}

template <class Tracer>
void Worker<Tracer>::report() {
  if (!lines_.empty() && lines_.front().nodes == own_nodes_ && own_nodes_ > 0) return;  // nothing new to report
  shared_.tell(lines_);
}

void SharedSearch::tell(std::vector<Info>& lines) const {
  for (Info& info : lines) {
    info.nodes = nodes();
    info.tb_hits = tb_hits();
    info.time = time.elapsed();
    info.hashfull = tt.hashfull();
    listener.on_info(info);
  }
}

// Every thread checks: with more threads than processors the first one may be asleep when time is up.
template <class Tracer>
void Worker<Tracer>::check_limits() {
  until_check_ = ClockPollInterval::kMax;
  bool reached = (shared_.stop_flag && shared_.stop_flag->load(std::memory_order_relaxed)) ||
                 (shared_.interrupted && shared_.interrupted());
  if (shared_.time.limited()) {
    const std::int64_t now = shared_.time.microseconds();
    reached = reached || shared_.time.out_of_time(now);
    until_check_ = clock_poll_.next(now);
  }
  if (shared_.limits.nodes) {
    const std::uint64_t nodes = shared_.nodes();
    reached = reached || nodes >= *shared_.limits.nodes;
    // Each thread may use its share of what is left; a single thread stops at exactly the limit.
    const std::uint64_t left = reached ? 0 : (*shared_.limits.nodes - nodes) / shared_.memories.size();
    until_check_ = static_cast<int>(std::clamp<std::uint64_t>(left, 1, static_cast<std::uint64_t>(until_check_)));
  }
  if (reached) shared_.stop.store(true, std::memory_order_relaxed);
  constexpr std::uint64_t kMostForAnswer = 20'000;  // tens of milliseconds, even where quiescence explodes
  const bool is_last_node = shared_.limits.nodes && shared_.nodes() >= *shared_.limits.nodes;
  if ((is_last_node && answered_) || own_nodes_ >= kMostForAnswer) owes_answer_ = false;
}

// Does the game end after every move, so that deeper iterations are all alike?
template <class Tracer>
bool Worker<Tracer>::is_exhausted(int depth, std::uint64_t nodes) const {
  constexpr int kBeyondHorizon = 2;  // an iteration that searches the replies
  const std::size_t lines = std::min(static_cast<std::size_t>(shared_.multi_pv), root_moves_.size());
  if (depth < kBeyondHorizon || nodes > root_moves_.size() * lines) return false;
  return std::all_of(root_moves_.begin(), root_moves_.end(), [this](const RootMove& root) {
    Position after = position_;
    after.play(root.move);
    return game_over(after) != GameOver::No;
  });
}

// Can no deeper search change the answer? A forced move, or a mate that no shorter one can beat.
template <class Tracer>
bool Worker<Tracer>::is_settled(int depth) const {
  if (end_of_rank(0) == 1) return true;
  const Score score = root_moves_.front().score;
  const int plies = kMate.value() - std::abs(score.value());
  return shared_.multi_pv == 1 && is_mate(score) && depth >= plies;
}

template <class Tracer>
bool Worker<Tracer>::finished(int depth, std::uint64_t nodes, const Progress& progress) const {
  const Limits& limits = shared_.limits;
  const Score score = root_moves_.front().score;
  if (limits.mate && is_win(score) && kMate - score <= Score{2 * *limits.mate - 1}) return true;
  if (limits.mate && is_loss(score) && kMate + score <= Score{2 * *limits.mate}) return true;
  if (limits.soft_nodes && shared_.nodes() >= *limits.soft_nodes) return true;
  if (is_exhausted(depth, nodes)) return true;
  if (shared_.analysis) return false;
  const bool on_clock = limits.time[static_cast<std::size_t>(index(position_.side_to_move()))].has_value();
  const bool enough = (on_clock && is_settled(depth)) || shared_.time.enough(progress);
  shared_.time.answer_at_hit(enough);
  return enough && !shared_.time.pondering();
}

template class Worker<pruning::Silent>;
template class Worker<pruning::Ledger>;
template class Worker<pruning::Observed>;

}  // namespace oknos
