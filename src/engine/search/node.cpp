// One node of the main search: the steps before the move loop, in the order in which they may end it.
#include "engine/chess/see.h"
#include "engine/pruning/ask/ledger.h"
#include "engine/pruning/ask/observed.h"
#include "engine/pruning/parts/draws.h"
#include "engine/search/move_picker.h"
#include "engine/search/worker.h"

namespace oknos {

using pruning::NodeEnd;
using pruning::Place;
using pruning::Verdict;

namespace {

// No cutoff from the transposition table near the fifty-move limit: the key does not include the halfmove clock.
constexpr int kNoTtCutoffClock = 90;  // plies

// Is the score a mate that comes after the fifty-move limit, unless a capture or a pawn move comes before it? The table
// may have it from a position with a lower halfmove clock.
bool may_come_too_late(Score score, const Position& position, int ply) {
  return is_mate(score) && kMate.value() - std::abs(score.value()) - ply > kFiftyMoves - position.halfmove_clock();
}

}  // namespace

template <class Tracer>
Score Worker<Tracer>::search(Score alpha, Score beta, Depth depth, int ply, bool cut_node) {
  if (depth <= Depth{0}) return enter_quiescence(alpha, beta, ply);
  Node node(position_, stack(ply), alpha, beta, depth, ply, cut_node);
  link(node);
  tracer_.enter(node.context, false);
  const Score value = search_node(node);
  tracer_.leave(node.context, value, node.best_move, node.end);
  return value;
}

template <class Tracer>
Score Worker<Tracer>::search_node(Node& node) {
  node.stack.pv.clear();
  if (const auto value = early_exit(node)) return *value;
  if (const auto value = probe_tt(node)) return *value;
  if (popcount(position_.pieces()) <= tb_max_men_) {
    if (const auto value = probe_tablebases(node)) return *value;
  }
  const bool lazily = is_decided_lazily(node);
  if (!lazily) {
    evaluate(node);
    learning_.after_evaluation(node);
  }
  adjust_in_hindsight(node);
  if (!node.is_singular_search()) {
    if (const auto value = ask_node_rules(node)) return *value;
    if (lazily) {
      node.context.static_eval = kNoScore;  // it was a bound
      if (!node.restricted()) evaluate(node);
    }
    if (const auto value = try_null_move(node)) return *value;
    internal_iterative_reduction(node);
    if (const auto value = try_probcut(node)) return *value;
  }
  return search_moves(node);
}

// Stopped, drawn, at the maximum ply, or cut by mate distance pruning.
template <class Tracer>
std::optional<Score> Worker<Tracer>::early_exit(Node& node) {
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
  if (c.alpha < kDraw && !node.is_singular_search() && settings_.enabled<pruning::UpcomingRepetition>() &&
      position_.has_upcoming_repetition(c.ply)) {
    c.alpha = node.original_alpha = node.best = kDraw;  // a move repeats the position: at least a draw
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
std::optional<Score> Worker<Tracer>::probe_tt(Node& node) {
  auto& c = node.context;
  c.tt_pv = c.pv;
  if (!settings_.enabled<pruning::TranspositionTable>()) return std::nullopt;
  node.tt_entry = shared_.tt.probe(node.key, c.ply);
  if (!node.tt_entry) return std::nullopt;
  c.tt_pv |= node.tt_entry->tt_pv;
  c.tt_move = node.tt_entry->move;
  if (c.pv || node.is_singular_search() || node.tt_entry->depth < tt_cutoff_depth(node) ||
      position_.halfmove_clock() >= kNoTtCutoffClock)
    return std::nullopt;
  if (!node.tt_entry->cuts_window(c.alpha, c.beta) || !is_expected(node, node.tt_entry->score) ||
      may_come_too_late(node.tt_entry->score, position_, c.ply))
    return std::nullopt;
  node.end = NodeEnd::TableCut;
  node.best_move = c.tt_move;
  if (c.depth > Depth{0}) learning_.after_tt_cutoff(node);
  return node.tt_entry->score;
}

// The least depth of an entry that may cut the node. Bounds of the same depth are less reliable than exact values.
template <class Tracer>
Depth Worker<Tracer>::tt_cutoff_depth(const Node& node) const {
  const auto& c = node.context;
  const auto& setting = settings_.of<pruning::TranspositionTable>();
  const bool deeper = setting[pruning::TranspositionTable::P::Deeper] != 0 && c.depth > Depth{0} &&
                      node.tt_entry->bound != Bound::Exact;
  return deeper ? c.depth + 1 : c.depth;
}

// Is that how the node should come out by its place in the tree? An entry that says otherwise may be wrong.
template <class Tracer>
bool Worker<Tracer>::is_expected(const Node& node, Score score) const {
  const auto& c = node.context;
  const auto& setting = settings_.of<pruning::TranspositionTable>();
  return c.depth > Depth{setting[pruning::TranspositionTable::P::Agree]} || c.depth <= Depth{0} ||
         c.cut_node == (score >= c.beta);
}

// Do the node rules give the same answer for every static value within the evaluator's bound? Then the evaluation is
// not computed.
template <class Tracer>
bool Worker<Tracer>::is_decided_lazily(Node& node) {
  auto& c = node.context;
  if (!asks_lazily_ || corrections_.damps() || !memory_.evaluator.has_bound() || node.is_singular_search() ||
      is_silent_in_check(c, settings_.conventions))
    return false;
  if (node.tt_entry && node.tt_entry->raw_eval != kNoScore) return false;  // the table has it
  c.correction = corrections_.of(node);
  const Score known = c.incremental.value(c.us()) + c.correction;
  const Score positional = c.positional_bound(0);
  node.stack.corrected_eval = kNoScore;
  return pruning::is_decided_lazily(c, clamp_to_evaluation(known - positional), clamp_to_evaluation(known + positional),
                                    settings_, tracer_.guards());
}

// The static value: from the table if it is stored there, plus the correction; where the preset estimates by the table
// and its bound is tighter, that bound.
template <class Tracer>
void Worker<Tracer>::evaluate(Node& node) {
  auto& c = node.context;
  if (!is_silent_in_check(c, settings_.conventions)) {
    c.correction = corrections_.of(node);
    const bool known = node.tt_entry && node.tt_entry->raw_eval != kNoScore;
    node.raw_eval = known ? node.tt_entry->raw_eval : memory_.evaluator.value(position_, c.incremental, c.ply);
    if (!node.tt_entry) store_evaluation(node);
    c.correction += corrections_.clock_damping(node.raw_eval);
    c.static_eval = clamp_to_evaluation(node.raw_eval + c.correction);
  }
  node.stack.corrected_eval = c.static_eval;
  Score before = kNoScore;
  if (c.ply >= 2) before = stack(c.ply - 2).corrected_eval;
  if (before == kNoScore && c.ply >= 4) before = stack(c.ply - 4).corrected_eval;
  const Score theirs = c.ply >= 1 ? stack(c.ply - 1).corrected_eval : kNoScore;
  c.worsening = !c.in_check() && theirs != kNoScore && c.static_eval > -theirs;
  c.improving = !c.in_check() && (before == kNoScore || c.static_eval > before);
  if (c.static_eval == kNoScore || !node.tt_entry || settings_.conventions.estimate != pruning::Estimate::Tt) return;
  const TtEntry& e = *node.tt_entry;
  const bool tighter =
      e.bound == Bound::Exact || (e.score > c.static_eval ? e.bound == Bound::Lower : e.bound == Bound::Upper);
  if (tighter && !is_decisive(e.score)) c.static_eval = e.score;
}

// The last move was reduced before this position's static value was known.
template <class Tracer>
void Worker<Tracer>::adjust_in_hindsight(Node& node) {
  using P = pruning::Hindsight::P;
  auto& c = node.context;
  const auto& setting = settings_.of<pruning::Hindsight>();
  const StackEntry& before = stack(c.ply - 1);
  if (!setting.enabled || c.ply == 0 || before.reduction == Depth{} || node.is_singular_search() || c.in_check() ||
      node.stack.corrected_eval == kNoScore || before.corrected_eval == kNoScore)
    return;
  if (before.reduction >= Depth{setting[P::Deeper]} && !c.worsening)
    c.depth = c.depth + 1;
  else if (before.reduction >= Depth{setting[P::Shallower]} && c.depth > Depth{1} &&
           node.stack.corrected_eval + before.corrected_eval > Score{setting[P::Margin]})
    c.depth = c.depth - 1;
}

// The node rules. They may cut the node, hand it to quiescence, reduce it, or restrict it to some of its moves.
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
    if (verdict.exempt.contains(pruning::Guard::GivesCheck)) node.depth_kept_for_checks = before - c.depth;
    return std::nullopt;
  }
  if (verdict.kind == Verdict::Kind::Restrict) {
    node.restricted_by = verdict;
    skip_with(node, verdict.value);
    return std::nullopt;
  }
  if (verdict.kind == Verdict::Kind::Quiesce) {
    const Score value = enter_quiescence(c.alpha, c.beta, c.ply);
    node.end = stopped() ? NodeEnd::Stopped : value <= verdict.value ? NodeEnd::RuleCut : NodeEnd::Horizon;
    return value;
  }
  if (verdict.kind == Verdict::Kind::Resolve) {
    const Score value = enter_quiescence(verdict.value, verdict.value + Score{1}, c.ply);
    if (value > verdict.value && !stopped()) return std::nullopt;  // a capture raises alpha: search on
    node.end = NodeEnd::RuleCut;
    return value;
  }
  node.end = NodeEnd::RuleCut;
  node.best_move = verdict.move;
  return value_of_cut(node, verdict);
}

// What a rule's cut leaves as the value of the node.
template <class Tracer>
Score Worker<Tracer>::value_of_cut(Node& node, const Verdict& verdict) {
  if (!verdict.all_futile) return verdict.value;
  skip_with(node, verdict.value);
  return node.best == -kInfinite ? node.original_alpha : node.best;
}

// Null move pruning: if passing fails high, a move will too. Not without pieces, where zugzwang is likely.
template <class Tracer>
std::optional<Score> Worker<Tracer>::try_null_move(Node& node) {
  const auto& c = node.context;
  const auto& setting = settings_.of<pruning::NullMovePruning>();
  using P = pruning::NullMovePruning::P;
  if (!pruning::NullMovePruning::is_allowed(c) || c.static_eval < c.beta) return std::nullopt;
  if (c.ply < null_moves_from_ || (setting[P::CutNodes] != 0 && !c.cut_node)) return std::nullopt;
  if (setting[P::MinMobility] > 0 && !position_.has_mobility(c.us(), setting[P::MinMobility])) return std::nullopt;

  const Depth reduction{pruning::NullMovePruning::reduction(setting, c.depth) +
                        pruning::NullMovePruning::excess_reduction(setting, c.static_eval - c.beta)};
  shared_.tt.prefetch(position_.table_key_after_null());
  node.stack.move = Move{};
  node.stack.captured = PieceType::None;
  node.stack.in_check = false;
  node.stack.extended = false;
  node.stack.continuation = &memory_.histories.continuation.after_no_move();
  stack(c.ply + 1).correction_keys = node.stack.correction_keys;
  stack(c.ply + 1).incremental = node.stack.incremental;
  stack(c.ply + 1).double_extensions = node.stack.double_extensions;
  memory_.evaluator.push(position_, Move{}, c.ply + 1);
  Score value;
  {
    const NullMove passed(position_);
    tracer_.making(c, Move{}, pruning::MoveDepths::both(c.depth - 1 - reduction));
    value = -search(-c.beta, -c.beta + Score{1}, c.depth - 1 - reduction, c.ply + 1, !c.cut_node);
  }
  if (stopped()) {
    node.end = NodeEnd::Stopped;
    return kDraw;
  }
  if (value < c.beta) return std::nullopt;
  const bool verify = c.depth >= Depth{setting[P::VerifyDepth]} && null_moves_from_ == 0;
  const bool confirmed = !verify || verify_null_move(node, c.depth - reduction);
  if (stopped()) {
    node.end = NodeEnd::Stopped;
    return kDraw;
  }
  if (!confirmed) return std::nullopt;
  node.end = NodeEnd::NullMoveCut;
  return is_decisive(value) ? c.beta : value;  // a mate found after a null move is not proved
}

// Does the node hold beta at this depth when its side may not pass again near the root of the verification? Without
// that, zugzwang looks like a cutoff at any depth.
template <class Tracer>
bool Worker<Tracer>::verify_null_move(Node& node, Depth depth) {
  const auto& c = node.context;
  null_moves_from_ = c.ply + depth.plies() * 3 / 4;  // Stockfish's share
  const Score value = search(c.beta - Score{1}, c.beta, depth, c.ply, false);
  null_moves_from_ = 0;
  node.stack.pv.clear();
  return value >= c.beta;
}

// Internal iterative reductions (IIR): without a move from the table the node is searched shallower; the move will be
// known next time.
template <class Tracer>
void Worker<Tracer>::internal_iterative_reduction(Node& node) {
  using P = pruning::InternalIterativeReductions::P;
  auto& c = node.context;
  const auto& setting = settings_.of<pruning::InternalIterativeReductions>();
  if (!setting.enabled || c.tt_move || !(c.pv || c.cut_node)) return;
  if (c.depth >= Depth{setting[P::MinDepth]})
    c.depth = std::max(c.depth - setting[c.pv ? P::PvPlies : P::Plies], Depth{1});
}

// ProbCut without a search: the table's value is so far above beta that a lower depth is enough.
template <class Tracer>
std::optional<Score> Worker<Tracer>::cut_by_tt_margin(Node& node, Score margin, Depth depth) {
  const auto& c = node.context;
  if (margin == Score{0} || !node.tt_entry || node.tt_entry->bound != Bound::Lower || node.tt_entry->depth < depth)
    return std::nullopt;
  const Score limit = c.beta + margin;
  if (node.tt_entry->score < limit || is_decisive(node.tt_entry->score)) return std::nullopt;
  node.end = NodeEnd::ProbCut;
  node.best_move = c.tt_move;
  return limit;
}

// ProbCut: a capture that fails high against a raised beta in quiescence and then at a reduced depth.
template <class Tracer>
std::optional<Score> Worker<Tracer>::try_probcut(Node& node) {
  using P = pruning::ProbCut::P;
  const auto& c = node.context;
  const auto& setting = settings_.of<pruning::ProbCut>();
  if (!setting.enabled || c.pv || c.in_check() || node.restricted() || c.depth < Depth{setting[P::MinDepth]})
    return std::nullopt;
  if (is_decisive(c.beta)) return std::nullopt;
  const Score margin{setting[P::Margin]};
  const Score raised = c.beta + margin;
  const Depth depth = c.depth - setting[P::Reduction];
  if (const auto value = cut_by_tt_margin(node, Score{setting[P::TtMargin]}, depth)) return value;
  if (node.tt_entry && node.tt_entry->depth >= depth && node.tt_entry->score < raised) return std::nullopt;

  const bool tactical = position_.is_tactical(c.tt_move);
  const HistoryContext situation{.setting = settings_.of<pruning::MoveHistories>()};
  MovePicker picker(position_, memory_.histories, tactical ? c.tt_move : Move{}, true, situation);
  while (const Move m = picker.next()) {
    if (!see_at_least(position_, m, raised - c.static_eval)) continue;
    shared_.tt.prefetch(position_.table_key_after(m));
    node.stack.extended = false;
    node.stack.searched = 0;
    descend(node.stack, m, c.ply + 1);
    Score value;
    {
      const MadeMove made(position_, m);
      count_node();
      tracer_.making(c, m, pruning::MoveDepths::both(depth));
      value = -enter_quiescence(-raised, -raised + Score{1}, c.ply + 1);
      if (value >= raised) value = -search(-raised, -raised + Score{1}, depth, c.ply + 1, !c.cut_node);
    }
    if (stopped()) {
      node.end = NodeEnd::Stopped;
      return kDraw;
    }
    if (value < raised) continue;
    node.end = NodeEnd::ProbCut;
    node.best_move = m;
    if (setting[P::Store] != 0) store_probcut(node, value, depth + 1);
    node.best = is_decisive(value) ? value : value - margin;
    return node.best;
  }
  return std::nullopt;
}

// Keeps a static evaluation for the next visit, whatever ends this one: most nodes are cut before their first move.
template <class Tracer>
void Worker<Tracer>::store_evaluation(const Node& node) {
  if (!settings_.enabled<pruning::TranspositionTable>()) return;
  TtEntry e;
  e.raw_eval = node.raw_eval;
  e.tt_pv = node.context.tt_pv;
  shared_.tt.store(node.key, node.context.ply, e);
}

template <class Tracer>
void Worker<Tracer>::store_probcut(const Node& node, Score value, Depth depth) {
  if (!settings_.enabled<pruning::TranspositionTable>()) return;
  TtEntry e;
  e.move = node.best_move;
  e.score = value;
  e.raw_eval = node.raw_eval;
  e.depth = depth;
  e.tt_pv = node.context.tt_pv;
  e.bound = Bound::Lower;
  using P = pruning::TranspositionTable::P;
  shared_.tt.store(node.key, node.context.ply, e, settings_.of<pruning::TranspositionTable>()[P::NewMove] != 0);
}

template <class Tracer>
void Worker<Tracer>::store(const Node& node) {
  if (!settings_.enabled<pruning::TranspositionTable>() || node.is_singular_search()) return;
  const auto& c = node.context;
  TtEntry e;
  e.move = node.best_move;
  e.score = node.best;
  e.raw_eval = node.raw_eval;
  e.depth = c.depth;
  e.tt_pv = c.tt_pv;
  e.bound = node.best >= c.beta ? Bound::Lower : node.best > node.original_alpha ? Bound::Exact : Bound::Upper;
  if (node.skipped_any && settings_.conventions.tt_bound == pruning::TtBound::Lower && e.bound != Bound::Lower) {
    if (node.best_searched == -kInfinite) return;
    e.bound = Bound::Lower;
    e.score = node.best_searched;
  }
  using P = pruning::TranspositionTable::P;
  shared_.tt.store(node.key, c.ply, e, settings_.of<pruning::TranspositionTable>()[P::NewMove] != 0);
}

template <class Tracer>
void Worker<Tracer>::link(Node& node) {
  auto& c = node.context;
  if (settings_.enabled<pruning::NullMovePruning>()) c.null_move = &settings_.of<pruning::NullMovePruning>();
  // With corrections the static value is not the evaluation's, so its bounds do not hold.
  if (!settings_.enabled<pruning::CorrectionHistory>() && memory_.evaluator.tells_positional())
    c.positional_source = &memory_.evaluator;
  c.least_bound = memory_.evaluator.least_bound();
  if (c.ply == 0) return;
  const StackEntry& before = stack(c.ply - 1);
  c.previous = before.move;
  c.after_null = !before.move;
  c.previous_captured = before.captured;
  c.after_extension = before.extended;
}

// Called before the move is made.
template <class Tracer>
void Worker<Tracer>::descend(StackEntry& from, Move m, int ply) {
  from.move = m;
  from.moved = position_.piece_on(m.from());
  from.captured = position_.captured_type(m);
  from.move_number = ContinuationHistory::number(from.moved, m.to());
  from.in_check = position_.in_check();
  from.continuation = &memory_.histories.continuation.after(from.move_number, learning_.continuation_kind(from));
  StackEntry& next = stack(ply);
  next.incremental = from.incremental.after(position_, m);
  next.double_extensions = from.double_extensions;
  using Keys = CorrectionKeys;
  // The rook of a castling king, and pawns taken en passant, change no key that the mover leaves alone.
  unsigned changed = Keys::changed_by(from.moved) | Keys::changed_by(position_.piece_on(m.to()));
  if (m.is_promotion()) changed |= Keys::changed_by(make_piece(color_of(from.moved), m.promoted()));
  next.correction_keys = from.correction_keys;
  next.correction_keys.known &= ~changed;
  memory_.evaluator.push(position_, m, ply);
}

template <class Tracer>
void Worker<Tracer>::update_pv(StackEntry& entry, Move m, int ply) {
  entry.pv.clear();
  entry.pv.push_back(m);
  for (const Move next : stack(ply + 1).pv) entry.pv.push_back(next);
}

template class Worker<pruning::Silent>;
template class Worker<pruning::Ledger>;
template class Worker<pruning::Observed>;

}  // namespace oknos
