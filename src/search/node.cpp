// One node of the main search: the list of stages, in the order in which they may end it.
#include "chess/see.h"
#include "pruning/draws.h"
#include "pruning/ledger.h"
#include "pruning/observed.h"
#include "search/move_picker.h"
#include "search/worker.h"

namespace oknos {

using pruning::NodeEnd;
using pruning::Place;
using pruning::Verdict;

namespace {

// A table's bound may end a node only while the fifty-move rule is far: the key does not know the clock.
constexpr int kClockTooNear = 90;  // plies

// Does the stored bound decide this window?
bool decides(const TableEntry& e, Score alpha, Score beta) {
  if (e.bound == Bound::Exact) return true;
  return e.bound == Bound::Lower ? e.score >= beta : e.bound == Bound::Upper && e.score <= alpha;
}

}  // namespace

template <class Tracer>
Score Worker<Tracer>::search(Score alpha, Score beta, Depth depth, int ply, bool cut_node) {
  if (depth <= Depth{0}) return quiescence(alpha, beta, ply);
  Node node(position_, frame(ply), alpha, beta, depth, ply, cut_node);
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
  const bool lazily = is_decided_lazily(node);
  if (!lazily) evaluate(node);
  if (!node.tests_a_move()) {
    if (const auto value = ask_node_rules(node)) return *value;
    if (lazily) {
      node.context.evaluation = kNoScore;  // it was a bound
      if (!node.restricted()) evaluate(node);
    }
    if (const auto value = try_null_move(node)) return *value;
    reduce_without_table_move(node);
    if (const auto value = try_probcut(node)) return *value;
  }
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
    return position_.in_check() ? kDraw : memory_.evaluator.value(position_, c.incremental, c.ply);
  }
  if (c.alpha < kDraw && !node.tests_a_move() && settings_.enabled<pruning::UpcomingRepetition>() &&
      position_.has_upcoming_repetition(c.ply)) {
    c.alpha = node.first_alpha = node.best = kDraw;  // a move repeats: no less than a draw
    if (c.alpha >= c.beta) {
      node.end = NodeEnd::Draw;
      return kDraw;
    }
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
  node.was_pv = c.pv;
  if (!settings_.enabled<pruning::TranspositionTable>()) return std::nullopt;
  node.entry = shared_.table.probe(position_.table_key(), c.ply);
  if (!node.entry) return std::nullopt;
  node.was_pv |= node.entry->was_pv;
  if (c.pv || node.tests_a_move() || node.entry->depth < c.depth || position_.halfmove_clock() >= kClockTooNear)
    return std::nullopt;
  if (!decides(*node.entry, c.alpha, c.beta)) return std::nullopt;
  node.end = NodeEnd::TableCut;
  node.best_move = node.entry->move;
  if (c.depth > Depth{0} && node.entry->score >= c.beta) reward_table_move(node);
  return node.entry->score;
}

// Do the rules that look at the node as a whole give one answer for every static value that it may have? Then it is not
// computed.
template <class Tracer>
bool Worker<Tracer>::is_decided_lazily(Node& node) {
  auto& c = node.context;
  if (!asks_lazily_ || !memory_.evaluator.has_bound() || node.tests_a_move() ||
      is_silent_in_check(c, settings_.conventions))
    return false;
  if (node.entry && node.entry->evaluation != kNoScore) return false;  // it costs nothing
  c.correction = correction(node);
  const Score known = c.incremental.value(c.us()) + c.correction;
  const Score rest = c.rest_bound(0);
  node.frame.evaluation = kNoScore;
  return pruning::is_decided_lazily(c, clamp_to_evaluation(known - rest), clamp_to_evaluation(known + rest), settings_,
                                    tracer_.guards());
}

// The static value: from the table if it stands there, corrected by what was learnt; and where the table's bound says
// more of the node than that, the bound.
template <class Tracer>
void Worker<Tracer>::evaluate(Node& node) {
  auto& c = node.context;
  if (!is_silent_in_check(c, settings_.conventions)) {
    c.correction = correction(node);
    const bool known = node.entry && node.entry->evaluation != kNoScore;
    node.raw_evaluation = known ? node.entry->evaluation : memory_.evaluator.value(position_, c.incremental, c.ply);
    c.evaluation = clamp_to_evaluation(node.raw_evaluation + c.correction);
  }
  node.frame.evaluation = c.evaluation;
  Score before = kNoScore;
  if (c.ply >= 2) before = frame(c.ply - 2).evaluation;
  if (before == kNoScore && c.ply >= 4) before = frame(c.ply - 4).evaluation;
  c.improving = !c.in_check() && before != kNoScore && c.evaluation > before;
  if (c.evaluation == kNoScore || !node.entry || settings_.conventions.estimate != pruning::Estimate::Table) return;
  const TableEntry& e = *node.entry;
  const bool tighter =
      e.bound == Bound::Exact || (e.score > c.evaluation ? e.bound == Bound::Lower : e.bound == Bound::Upper);
  if (tighter && !is_mate(e.score)) c.evaluation = e.score;
}

// The rules that look at the node as a whole. They may cut it, hand it to quiescence, make it shallower, or leave only
// part of its moves.
template <class Tracer>
std::optional<Score> Worker<Tracer>::ask_node_rules(Node& node) {
  auto& c = node.context;
  Verdict verdict = pruning::ask<Place::Node>(c, settings_, tracer_);
  tracer_.undoing(verdict);
  if (!verdict.fires()) return std::nullopt;
  tracer_.node_verdict(c, verdict);
  if (verdict.kind == Verdict::Kind::Reduce) {
    const Depth before = c.depth;
    c.depth = std::max(c.depth - verdict.plies, Depth{1});
    if (verdict.spared.contains(pruning::Guard::GivesCheck)) node.kept_by_checks = before - c.depth;
    return std::nullopt;
  }
  if (verdict.kind == Verdict::Kind::Restrict) {
    node.restricted_by = verdict;
    skip_with(node, verdict.value);
    return std::nullopt;
  }
  if (verdict.kind == Verdict::Kind::Quiesce) {
    const Score value = quiescence(c.alpha, c.beta, c.ply);
    node.end = stopped() ? NodeEnd::Stopped : value <= verdict.value ? NodeEnd::RuleCut : NodeEnd::Horizon;
    return value;
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

  const Depth reduction{pruning::NullMovePruning::reduction(setting, c.depth) +
                        pruning::NullMovePruning::excess_reduction(setting, c.evaluation - c.beta)};
  node.frame.move = Move{};
  node.frame.captured = PieceType::None;
  node.frame.extended = false;
  node.frame.continuation = &memory_.histories.continuation.after_nothing();
  frame(c.ply + 1).incremental = node.frame.incremental;
  frame(c.ply + 1).doubles = node.frame.doubles;
  memory_.evaluator.push(position_, Move{}, c.ply + 1);
  Score value;
  {
    const NullMove passed(position_);
    tracer_.making(c, Move{}, c.depth - 1 - reduction);
    value = -search(-c.beta, -c.beta + Score{1}, c.depth - 1 - reduction, c.ply + 1, !c.cut_node);
  }
  if (stopped()) {
    node.end = NodeEnd::Stopped;
    return kDraw;
  }
  if (value < c.beta) return std::nullopt;
  node.end = NodeEnd::NullMoveCut;
  return is_mate(value) ? c.beta : value;  // a mate after a pass is not proved
}

// A node whose best move is not even guessed is not worth its full depth yet.
template <class Tracer>
void Worker<Tracer>::reduce_without_table_move(Node& node) {
  using P = pruning::InternalReductions::P;
  auto& c = node.context;
  const auto& setting = settings_.of<pruning::InternalReductions>();
  if (!setting.enabled || node.table_move() || !(c.pv || c.cut_node)) return;
  if (c.depth >= Depth{setting[P::MinDepth]}) c.depth = std::max(c.depth - setting[P::Plies], Depth{1});
}

// A capture that holds a raised beta at a reduced depth, after quiescence said so too.
template <class Tracer>
std::optional<Score> Worker<Tracer>::try_probcut(Node& node) {
  using P = pruning::ProbCut::P;
  const auto& c = node.context;
  const auto& setting = settings_.of<pruning::ProbCut>();
  if (!setting.enabled || c.pv || c.in_check() || node.restricted() || c.depth < Depth{setting[P::MinDepth]})
    return std::nullopt;
  if (is_mate(c.beta)) return std::nullopt;
  const Score margin{setting[P::Margin]};
  const Score raised = c.beta + margin;
  const Depth depth = c.depth - setting[P::Reduction];
  if (node.entry && node.entry->depth >= depth && node.entry->score < raised) return std::nullopt;

  const bool tactical = position_.is_tactical(node.table_move());
  MovePicker picker(position_, memory_.histories, tactical ? node.table_move() : Move{});
  while (const Move m = picker.next()) {
    if (!see_at_least(position_, m, raised - c.evaluation)) continue;
    node.frame.extended = false;
    descend(node.frame, m, c.ply + 1);
    Score value;
    {
      const MadeMove made(position_, m);
      count_node();
      tracer_.making(c, m, depth);
      value = -quiescence(-raised, -raised + Score{1}, c.ply + 1);
      if (value >= raised) value = -search(-raised, -raised + Score{1}, depth, c.ply + 1, !c.cut_node);
    }
    if (stopped()) {
      node.end = NodeEnd::Stopped;
      return kDraw;
    }
    if (value < raised) continue;
    node.end = NodeEnd::ProbCut;
    node.best_move = m;
    node.best = is_mate(value) ? value : value - margin;
    return node.best;
  }
  return std::nullopt;
}

template <class Tracer>
void Worker<Tracer>::store(const Node& node) {
  if (!settings_.enabled<pruning::TranspositionTable>() || node.tests_a_move()) return;
  const auto& c = node.context;
  TableEntry e;
  e.move = node.best_move;
  e.score = node.best;
  e.evaluation = node.raw_evaluation;
  e.depth = c.depth;
  e.was_pv = node.was_pv;
  e.bound = node.best >= c.beta ? Bound::Lower : node.best > node.first_alpha ? Bound::Exact : Bound::Upper;
  if (node.skipped_any && settings_.conventions.table_bound == pruning::TableBound::Lower && e.bound != Bound::Lower) {
    if (node.best_searched == -kInfinite) return;
    e.bound = Bound::Lower;
    e.score = node.best_searched;
  }
  shared_.table.store(position_.table_key(), c.ply, e);
}

template <class Tracer>
void Worker<Tracer>::link(Node& node) {
  auto& c = node.context;
  if (settings_.enabled<pruning::NullMovePruning>()) c.null_move = &settings_.of<pruning::NullMovePruning>();
  // With corrections a node is not worth what its evaluation says.
  if (!settings_.enabled<pruning::CorrectionHistory>()) c.rest_source = &memory_.evaluator;
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
  from.continuation = &memory_.histories.continuation.after(from.moved, m.to());
  frame(ply).incremental = from.incremental.after(position_, m);
  frame(ply).doubles = from.doubles;
  memory_.evaluator.push(position_, m, ply);
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
