// Quiescence search: captures and promotions until the position is quiet; in check all evasions, unless the preset
// stands pat there as well.
#include "engine/pruning/ask/ledger.h"
#include "engine/pruning/ask/observed.h"
#include "engine/pruning/parts/draws.h"
#include "engine/search/worker.h"

namespace oknos {

using pruning::NodeEnd;
using pruning::Place;
using pruning::Verdict;

template <class Tracer>
Score Worker<Tracer>::quiescence(Score alpha, Score beta, int ply) {
  Node node(position_, stack(ply), alpha, beta, Depth{0}, ply);
  link(node);
  tracer_.enter(node.context, true);
  const Score value = quiescence_node(node);
  tracer_.leave(node.context, value, node.best_move, node.end);
  return value;
}

template <class Tracer>
Score Worker<Tracer>::quiescence_node(Node& node) {
  auto& c = node.context;
  node.stack.pv.clear();
  seldepth_ = std::max(seldepth_, c.ply);
  if (stopped()) {
    node.end = NodeEnd::Stopped;
    return kDraw;
  }
  // What is drawn on the board is no mate. Where quiescence stands pat in check, it knows neither.
  if (!settings_.conventions.stands_pat_in_check() && pruning::is_drawn(position_, c.ply)) {
    node.end = NodeEnd::Draw;
    return kDraw;
  }
  if (c.ply >= kMaxPly) {
    node.end = NodeEnd::Horizon;
    return c.in_check() ? kDraw : memory_.evaluator.value(position_, c.incremental, c.ply);
  }
  if (const auto value = probe_tt(node)) return *value;
  evaluate_at_horizon(node);

  if (!is_silent_in_check(c, settings_.conventions)) {
    Verdict verdict = pruning::ask<Place::QuiescenceNode>(c, settings_, tracer_);
    tracer_.undoing(verdict);
    if (verdict.fires()) {
      tracer_.node_verdict(c, verdict);
    }
    if (verdict.kind == Verdict::Kind::Cut) {
      node.end = verdict.rule == pruning::kId<pruning::StandPat> ? NodeEnd::StandPat : NodeEnd::RuleCut;
      if (verdict.all_futile) node.best = c.static_eval;  // standing pat is not skipped
      node.best = value_of_cut(node, verdict);
      if (node.end == NodeEnd::StandPat) node.best = blended(node);
      node.best_move = verdict.move;
      return node.best;
    }
    node.best = c.static_eval;
    c.alpha = std::max(c.alpha, node.best);
    if (verdict.kind == Verdict::Kind::Restrict) {
      node.restricted_by = verdict;
      skip_with(node, verdict.value);
    }
  }
  return quiescence_moves(node);
}

// The static value; with lazy evaluation only a bound, where that is decisive.
template <class Tracer>
void Worker<Tracer>::evaluate_at_horizon(Node& node) {
  auto& c = node.context;
  if (settings_.enabled<pruning::LazyEvaluation>() && !corrections_.damps() && memory_.evaluator.has_bound()) {
    c.correction = corrections_.of(node);
    if (const auto bound = pruning::LazyEvaluation::bound(c, settings_.conventions)) {
      c.static_eval = *bound;
      return;
    }
  }
  evaluate(node);
}

template <class Tracer>
Score Worker<Tracer>::quiescence_moves(Node& node) {
  auto& c = node.context;
  const bool evasions = is_silent_in_check(c, settings_.conventions);
  const Continuations continued = learning_.continuations(c.ply, c.in_check());
  MovePicker picker(position_, memory_.histories, c.tt_move, evasions, learning_.context(continued, 0));
  const CheckInfo checks = position_.check_info();
  if (node.restricted()) restrict_moves(node, checks, picker);
  std::uint64_t active = pruning::active_rules<Place::QuiescenceMove>(c, settings_);
  bool any_legal = false;
  int searched = 0;

  while (const Move m = picker.next()) {
    any_legal = true;
    pruning::MoveContext move(c, checks, m);
    move.searched = searched;
    move.quiescence_nodes = own_nodes_ - quiescence_from_;
    move.best = node.best;
    move.active_rules = active;
    Verdict verdict = pruning::ask<Place::QuiescenceMove>(move, settings_, tracer_);
    tracer_.undoing(verdict);
    if (verdict.kind == Verdict::Kind::Cut) return cut_by(node, move, verdict);
    if (verdict.fires()) {
      tracer_.skipped(move, verdict);
      skip_with(node, verdict.value);
      if (cuts_lists_ && verdict.skip_lesser_captures)
        picker.skip_captures_below(move.gain(), pruning::ExemptMoves(c, checks, verdict.exempt));
      continue;
    }
    shared_.tt.prefetch(position_.table_key_after(m));

    node.stack.extended = false;
    descend(node.stack, m, c.ply + 1);
    Score value;
    {
      const MadeMove made(position_, m, move.gives_check());
      count_node();
      tracer_.making(c, m, pruning::MoveDepths{});
      value = -quiescence(-c.beta, -c.alpha, c.ply + 1);
    }
    if (stopped()) {
      node.end = NodeEnd::Stopped;
      return kDraw;
    }
    ++searched;
    if (value <= node.best) continue;
    node.best = value;
    if (value <= c.alpha) continue;
    node.best_move = m;
    update_pv(node.stack, m, c.ply);
    c.alpha = value;
    if (value >= c.beta) break;
    active = pruning::active_rules<Place::QuiescenceMove>(c, settings_);
  }
  if (evasions && !any_legal) {
    node.end = NodeEnd::NoMoves;
    return mated_in(c.ply);
  }
  node.best = blended(node);
  store(node);
  return node.best;
}

// The value that a node of quiescence returns, where it has failed high.
template <class Tracer>
Score Worker<Tracer>::blended(const Node& node) const {
  const auto& setting = settings_.of<pruning::FailHighBlend>();
  return pruning::FailHighBlend::of_quiescence(setting, node.best, node.context.beta);
}

template class Worker<pruning::Silent>;
template class Worker<pruning::Ledger>;
template class Worker<pruning::Observed>;

}  // namespace oknos
