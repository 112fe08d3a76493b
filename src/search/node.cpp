// One node of the main search: the list of stages, in the order in which they may end it.
#include "chess/see.h"
#include "pruning/draws.h"
#include "pruning/ledger.h"
#include "pruning/observed.h"
#include "search/worker.h"

namespace oknos {

using pruning::NodeEnd;
using pruning::Place;
using pruning::Verdict;

namespace {

// A table's bound may end a node only while the fifty-move rule is far: the key does not know the clock.
constexpr int kClockTooNear = 90;  // plies

constexpr int kNodesBetweenClockReadings = 512;

// Does the stored bound decide this window?
bool decides(const TableEntry& e, Score alpha, Score beta) {
  if (e.bound == Bound::Exact) return true;
  return e.bound == Bound::Lower ? e.score >= beta : e.bound == Bound::Upper && e.score <= alpha;
}

}  // namespace

template <class Tracer>
Score Worker<Tracer>::search(Score alpha, Score beta, Depth depth, int ply) {
  if (depth <= Depth{0}) return quiescence(alpha, beta, ply);
  Node node(position_, frame(ply), alpha, beta, depth, ply);
  link(node);
  tracer_.enter(node.context, false);
  const Score value = value_of(node);
  tracer_.leave(node.context, value, node.best_move, node.end);
  return value;
}

template <class Tracer>
Score Worker<Tracer>::value_of(Node& node) {
  node.frame.line.clear();
  if (const auto value = leave_at_once(node)) return *value;
  if (const auto value = probe_table(node)) return *value;
  evaluate(node);
  if (const auto value = ask_node_rules(node)) return *value;
  if (const auto value = try_null_move(node)) return *value;
  return search_moves(node);
}

// Stopped, drawn, too deep, or the window holds nothing but mates that are shorter elsewhere.
template <class Tracer>
std::optional<Score> Worker<Tracer>::leave_at_once(Node& node) {
  auto& c = node.context;
  seldepth_ = std::max(seldepth_, c.ply);
  if (stopped()) {
    node.end = NodeEnd::Stopped;
    return kDraw;
  }
  if (pruning::is_drawn(position_, c.ply)) {
    node.end = NodeEnd::Draw;
    return kDraw;
  }
  if (c.ply >= kMaxPly) {
    node.end = NodeEnd::Horizon;
    return position_.in_check() ? kDraw : eval::evaluate(position_, c.incremental).total();
  }
  c.alpha = std::max(c.alpha, mated_in(c.ply));
  c.beta = std::min(c.beta, mate_in(c.ply + 1));
  if (c.alpha < c.beta) return std::nullopt;
  node.end = NodeEnd::MateDistance;
  return c.alpha;
}

template <class Tracer>
std::optional<Score> Worker<Tracer>::probe_table(Node& node) {
  const auto& c = node.context;
  if (!settings_.enabled<pruning::TranspositionTable>()) return std::nullopt;
  node.entry = shared_.table.probe(position_.key(), c.ply);
  if (!node.entry || c.pv || node.entry->depth < c.depth || position_.halfmove_clock() >= kClockTooNear)
    return std::nullopt;
  if (!decides(*node.entry, c.alpha, c.beta)) return std::nullopt;
  node.end = NodeEnd::TableCut;
  node.best_move = node.entry->move;
  return node.entry->score;
}

template <class Tracer>
void Worker<Tracer>::evaluate(Node& node) {
  auto& c = node.context;
  if (!is_silent_in_check(c, settings_.conventions)) c.evaluation = eval::evaluate(position_, c.incremental).total();
  node.frame.evaluation = c.evaluation;
  const Score before = c.ply >= 2 ? frame(c.ply - 2).evaluation : kNoScore;
  c.improving = !c.in_check() && before != kNoScore && c.evaluation > before;
}

// The rules that look at the node as a whole. They may cut it, hand it to quiescence, make it shallower, or leave only
// part of its moves.
template <class Tracer>
std::optional<Score> Worker<Tracer>::ask_node_rules(Node& node) {
  auto& c = node.context;
  const Verdict verdict = pruning::ask<Place::Node>(c, settings_, tracer_);
  if (!verdict.fires()) return std::nullopt;
  tracer_.node_verdict(c, verdict);
  if (verdict.kind == Verdict::Kind::Reduce) {
    c.depth = std::max(c.depth - verdict.plies, Depth{1});
    return std::nullopt;
  }
  if (verdict.kind == Verdict::Kind::Restrict) {
    node.restricted_by = verdict;
    node.skip_with(verdict.value);
    return std::nullopt;
  }
  if (verdict.kind == Verdict::Kind::Resolve) {
    const Score value = quiescence(verdict.value, verdict.value + Score{1}, c.ply);
    if (value > verdict.value && !stopped()) return std::nullopt;  // the captures help: search on
    node.end = NodeEnd::RuleCut;
    return value;
  }
  node.end = NodeEnd::RuleCut;
  node.best_move = verdict.move;
  return verdict.value;
}

// If we may pass and still hold beta, a move will hold it too. Not where passing could be the best move: without
// pieces.
template <class Tracer>
std::optional<Score> Worker<Tracer>::try_null_move(Node& node) {
  const auto& c = node.context;
  const auto& setting = settings_.of<pruning::NullMovePruning>();
  if (!pruning::NullMovePruning::is_allowed(c) || c.evaluation < c.beta) return std::nullopt;

  const Depth reduction{pruning::NullMovePruning::reduction(setting, c.depth)};
  node.frame.move = Move{};
  node.frame.captured = PieceType::None;
  node.frame.extended = false;
  frame(c.ply + 1).incremental = node.frame.incremental;
  Score value;
  {
    const NullMove passed(position_);
    tracer_.making(c, Move{}, c.depth - 1 - reduction);
    value = -search(-c.beta, -c.beta + Score{1}, c.depth - 1 - reduction, c.ply + 1);
  }
  if (stopped()) {
    node.end = NodeEnd::Stopped;
    return kDraw;
  }
  if (value < c.beta) return std::nullopt;
  node.end = NodeEnd::NullMoveCut;
  return is_mate(value) ? c.beta : value;  // a mate after a pass is not proved
}

template <class Tracer>
Score Worker<Tracer>::search_moves(Node& node) {
  auto& c = node.context;
  const Frame* before = c.previous ? &frame(c.ply - 1) : nullptr;
  const Move counter = before ? memory_.histories.counter(before->moved, c.previous.to()) : Move{};
  MovePicker picker(position_, memory_.histories, node.table_move(), node.frame.killers, counter);
  const CheckInfo checks = position_.check_info();
  if (node.restricted()) restrict_moves(node, checks, picker);
  frame(c.ply + 1).killers = {};
  MoveList tried;  // quiet moves that were searched
  const auto& history_rule = settings_.of<pruning::HistoryPruning>();
  const bool wants_history =
      history_rule.enabled && c.depth <= Depth{history_rule[pruning::HistoryPruning::P::MaxDepth]};
  std::uint32_t awake = pruning::awake_at<Place::Move>(c, settings_);
  bool any_legal = false;
  int searched = 0;

  while (const Move m = picker.next()) {
    any_legal = true;
    pruning::MoveContext move(c, checks, m);
    move.searched = searched;
    move.best = node.best;
    move.awake = awake;
    const bool quiet = !position_.is_tactical(m);
    if (wants_history && quiet && searched > 0) move.history = memory_.histories.quiet(c.us(), m);
    const Verdict verdict = pruning::ask<Place::Move>(move, settings_, tracer_);
    if (verdict.kind == Verdict::Kind::Cut) return cut_by(node, move, verdict);
    if (is_skipped(node, move, verdict, picker)) continue;

    const Score value = search_move(node, move);
    if (stopped()) {
      node.end = NodeEnd::Stopped;
      return kDraw;
    }
    ++searched;
    if (quiet) tried.push_back(m);
    node.best_searched = std::max(node.best_searched, value);
    if (value <= node.best) continue;
    node.best = value;
    if (value <= c.alpha) continue;
    node.best_move = m;
    update_line(node.frame, m, c.ply);
    c.alpha = value;
    if (value >= c.beta) {
      if (quiet) reward(node, tried);
      break;
    }
    awake = pruning::awake_at<Place::Move>(c, settings_);
  }
  if (!any_legal && !(node.restricted() && has_legal_move(position_))) {
    node.end = NodeEnd::NoMoves;
    return c.in_check() ? mated_in(c.ply) : kDraw;
  }
  store(node);
  return node.best;
}

// A rule has left only part of the moves; the rest is not generated.
template <class Tracer>
void Worker<Tracer>::restrict_moves(Node& node, const CheckInfo& checks, MovePicker& picker) {
  picker.restrict(node.restricted_by.wanted, &checks);
  tracer_.restricting(node.context, picker, node.restricted_by);
}

// A rule has shown that the move holds beta; it is not searched.
template <class Tracer>
Score Worker<Tracer>::cut_by(Node& node, const pruning::MoveContext& move, const Verdict& verdict) {
  tracer_.cut_by(move, verdict);
  node.end = NodeEnd::RuleCut;
  node.best = verdict.value;
  node.best_move = move.move;
  node.frame.line.clear();
  node.frame.line.push_back(move.move);
  store(node);
  return node.best;
}

template <class Tracer>
bool Worker<Tracer>::is_skipped(Node& node, const pruning::MoveContext& move, const Verdict& verdict,
                                MovePicker& picker) {
  if (!verdict.fires()) return false;
  tracer_.skipped(move, verdict);
  if (verdict.kind == Verdict::Kind::SkipQuiets) {
    picker.skip_quiets(verdict.spare_checks ? &move.checks() : nullptr);
    tracer_.skipping_quiets(node.context, picker, verdict);
  }
  node.skip_with(verdict.value);
  return true;
}

template <class Tracer>
Depth Worker<Tracer>::extension(const Node& node, const pruning::MoveContext& move, bool gives_check) const {
  const bool room = node.context.ply < 2 * root_depth_;  // a line of checks may double the depth, no more
  const bool extend = gives_check && room && settings_.enabled<pruning::CheckExtension>() &&
                      see_at_least(position_, move.move, Score{0});
  return Depth{extend ? 1 : 0};
}

template <class Tracer>
Depth Worker<Tracer>::reduction(const Node& node, const pruning::MoveContext& move, bool gives_check) const {
  using P = pruning::LateMoveReductions::P;
  constexpr int kHistoryPerPly = 6000;
  const auto& c = node.context;
  const auto& setting = settings_.of<pruning::LateMoveReductions>();
  if (!setting.enabled || c.depth < Depth{setting[P::MinDepth]} || move.searched < setting[P::MinMoves] ||
      c.in_check() || move.tactical())
    return Depth{0};
  const Move m = move.move;
  Depth r = reductions_(c.depth, move.searched);
  if (c.pv) r = r - 1;
  if (gives_check) r = r - 1;
  if (!c.improving) r = r + 1;
  if (m == node.frame.killers.first || m == node.frame.killers.second) r = r - 1;
  r = r - memory_.histories.quiet(c.us(), m) / kHistoryPerPly;
  return std::max(r, Depth{0});
}

template <class Tracer>
Score Worker<Tracer>::search_move(Node& node, const pruning::MoveContext& move) {
  const auto& c = node.context;
  const bool gives_check = move.gives_check();
  const Depth extra = extension(node, move, gives_check);
  const Depth full = c.depth - 1 + extra;
  const Depth shallow = std::max(full - reduction(node, move, gives_check), std::min(full, Depth{1}));
  node.frame.extended = extra > Depth{0};
  const int ply = c.ply + 1;
  const Score alpha = c.alpha;
  const Score beta = c.beta;

  descend(node.frame, move.move, ply);
  const MadeMove made(position_, move.move);
  count_node();
  tracer_.making(c, move.move, shallow);
  if (move.searched == 0) return -search(-beta, -alpha, full, ply);

  Score value = -search(-alpha - Score{1}, -alpha, shallow, ply);
  if (value > alpha && shallow < full) value = -search(-alpha - Score{1}, -alpha, full, ply);
  if (value > alpha && value < beta) value = -search(-beta, -alpha, full, ply);
  return value;
}

// The quiet move that refuted the node is remembered; those tried in vain before it are not to be tried so early again.
// What a rule skipped is not blamed.
template <class Tracer>
void Worker<Tracer>::reward(Node& node, const MoveList& tried) {
  const auto& c = node.context;
  Histories& h = memory_.histories;
  const int bonus = QuietHistory::bonus(c.depth);
  for (const Move m : tried) h.quiet.update(c.us(), m, m == node.best_move ? bonus : -bonus);
  node.frame.killers.add(node.best_move);
  if (c.previous) h.counter.set(frame(c.ply - 1).moved, c.previous.to(), node.best_move);
}

template <class Tracer>
void Worker<Tracer>::store(const Node& node) {
  if (!settings_.enabled<pruning::TranspositionTable>()) return;
  const auto& c = node.context;
  TableEntry e;
  e.move = node.best_move;
  e.score = node.best;
  e.evaluation = c.evaluation;
  e.depth = c.depth;
  e.bound = node.best >= c.beta ? Bound::Lower : node.best > node.first_alpha ? Bound::Exact : Bound::Upper;
  if (node.skipped_any && settings_.conventions.table_bound == pruning::TableBound::Lower && e.bound != Bound::Lower) {
    if (node.best_searched == -kInfinite) return;
    e.bound = Bound::Lower;
    e.score = node.best_searched;
  }
  shared_.table.store(position_.key(), c.ply, e);
}

template <class Tracer>
void Worker<Tracer>::link(Node& node) {
  auto& c = node.context;
  if (settings_.enabled<pruning::NullMovePruning>()) c.null_move = &settings_.of<pruning::NullMovePruning>();
  if (c.ply == 0) return;
  const Frame& before = frame(c.ply - 1);
  c.previous = before.move;
  c.after_null = !before.move;
  c.previous_captured = before.captured;
  c.after_extension = before.extended;
}

// Called before the move is made.
template <class Tracer>
void Worker<Tracer>::descend(Frame& from, Move m, int ply) {
  from.move = m;
  from.moved = position_.piece_on(m.from());
  from.captured = position_.captured_type(m);
  frame(ply).incremental = from.incremental.after(position_, m);
  shared_.table.prefetch(position_.key_after(m));
}

template <class Tracer>
void Worker<Tracer>::count_node() {
  memory_.nodes.store(++own_nodes_, std::memory_order_relaxed);
  if (!is_main()) return;
  if (shared_.limits.nodes && shared_.nodes() >= *shared_.limits.nodes) shared_.stop = true;
  if (--until_check_ > 0) return;
  until_check_ = kNodesBetweenClockReadings;
  if (shared_.time.out_of_time()) shared_.stop = true;
}

template <class Tracer>
void Worker<Tracer>::update_line(Frame& f, Move m, int ply) {
  f.line.clear();
  f.line.push_back(m);
  for (const Move next : frame(ply + 1).line) f.line.push_back(next);
}

template class Worker<pruning::Silent>;
template class Worker<pruning::Ledger>;
template class Worker<pruning::Observed>;

}  // namespace oknos
