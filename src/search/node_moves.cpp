// The moves of a node: which are searched, how deep, and what comes of them.
#include "chess/see.h"
#include "pruning/ledger.h"
#include "pruning/observed.h"
#include "search/worker.h"

namespace oknos {

using pruning::NodeEnd;
using pruning::Place;
using pruning::Verdict;

template <class Tracer>
Score Worker<Tracer>::search_moves(Node& node) {
  auto& c = node.context;
  const Frame* before = c.previous ? &frame(c.ply - 1) : nullptr;
  const Move counter = before ? memory_.histories.counter(before->moved, c.previous.to()) : Move{};
  const Continuations continued = continuations(c.ply);
  MovePicker picker(position_, memory_.histories, node.table_move(), node.frame.killers, counter, &continued);
  const CheckInfo checks = position_.check_info();
  if (node.restricted()) restrict_moves(node, checks, picker);
  frame(c.ply + 1).killers = {};
  frame(c.ply + 1).excluded = Move{};
  MoveList quiets, captures;  // that were searched
  std::uint64_t awake = pruning::awake_at<Place::Move>(c, settings_);
  if (cuts_lists_ && awake & pruning::kRulesOfQuiets) picker.pause_before_quiets();
  bool any_legal = false;
  int searched = 0;

  while (true) {
    Move m = picker.next();
    if (!m && picker.is_paused()) {
      discard_futile_quiets(node, awake, checks, picker);
      m = picker.next();
    }
    if (!m) break;
    if (m == node.excluded) continue;
    any_legal = true;
    pruning::MoveContext move(c, checks, m);
    move.searched = searched;
    move.best = node.best;
    move.awake = awake;
    const bool quiet = !position_.is_tactical(m);
    if (quiet) move.history = history_of(m, picker, continued);
    const int late = reduction(node, move);
    if (reductions_count_) move.reduced_depth = std::max(c.depth - late / Reductions::kOne, Depth{1});
    if constexpr (Tracer::wants_all) move.depths = depths_of(node, move, late);
    Verdict verdict = pruning::ask<Place::Move>(move, settings_, tracer_);
    tracer_.undoing(verdict);
    if (verdict.kind == Verdict::Kind::Cut) return cut_by(node, move, verdict);
    if (is_skipped(node, move, verdict, checks, picker)) continue;
    shared_.table.prefetch(position_.table_key_after(m));

    const Singular singular = test_singular(node, m);
    if (singular.value) return *singular.value;
    const Score value = search_move(node, move, singular.extension, late);
    if (stopped()) {
      node.end = NodeEnd::Stopped;
      return kDraw;
    }
    ++searched;
    (quiet ? quiets : captures).push_back(m);
    node.best_searched = std::max(node.best_searched, value);
    if (value <= node.best) continue;
    node.best = value;
    if (value <= c.alpha) continue;
    node.best_move = m;
    update_line(node.frame, m, c.ply);
    c.alpha = value;
    if (value >= c.beta) {
      reward(node, quiets, captures);
      break;
    }
    awake = pruning::awake_at<Place::Move>(c, settings_);
  }
  const bool discarded = node.restricted() || picker.skips_quiets();
  if (!any_legal && !discarded && node.tests_a_move()) return c.alpha;
  if (!any_legal && !(discarded && has_legal_move(position_))) {
    node.end = NodeEnd::NoMoves;
    return c.in_check() ? mated_in(c.ply) : kDraw;
  }
  if (node.best == -kInfinite) node.best = node.first_alpha;  // everything was skipped, and nothing recorded
  if (node.best <= node.first_alpha) reward_previous(node);
  learn_correction(node);
  store(node);
  return node.best;
}

// -kHistoryMax to kHistoryMax.
template <class Tracer>
int Worker<Tracer>::history_of(Move m, const MovePicker& picker, const Continuations& before) const {
  const auto known = picker.known_history();
  const int sum = known ? *known : memory_.histories.of_quiet(position_, &before, m);
  return sum / (Histories::kQuietMost / kHistoryMax);
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
                                const CheckInfo& checks, MovePicker& picker) {
  if (!verdict.fires()) return false;
  tracer_.skipped(move, verdict);
  const pruning::SparedMoves spared(node.context, checks, verdict.spared);
  if (verdict.kind == Verdict::Kind::SkipQuiets) {
    picker.skip_quiets(spared);
    tracer_.skipping_quiets(move, picker, verdict);
  }
  if (cuts_lists_ && verdict.and_lesser) picker.skip_gains(move.gain(), spared);
  skip_with(node, verdict.value);
  return true;
}

// The quiet moves that are futile all together, before they are generated. Each would be skipped by itself with the
// same bound.
template <class Tracer>
void Worker<Tracer>::discard_futile_quiets(Node& node, std::uint64_t awake, const CheckInfo& checks,
                                           MovePicker& picker) {
  const Verdict verdict = pruning::ask_of_quiets(node.context, settings_, awake);
  if (!verdict.fires()) return;
  picker.skip_quiets(pruning::SparedMoves(node.context, checks, verdict.spared));
  skip_with(node, verdict.value);
}

// Is the table's move so much better than the others that it deserves a deeper look? The node is searched without it,
// at half the depth, against a bound a little below its value.
template <class Tracer>
typename Worker<Tracer>::Singular Worker<Tracer>::test_singular(Node& node, Move m) {
  using P = pruning::SingularExtensions::P;
  constexpr int kTableShallower = 3;  // plies that the table may know less deep
  constexpr int kMarginUnit = 16;     // of a centipawn
  constexpr int kMostDoubles = 6;     // on one line
  const auto& c = node.context;
  const auto& setting = settings_.of<pruning::SingularExtensions>();
  if (!setting.enabled || m != node.table_move() || node.tests_a_move() || c.ply == 0) return {};
  if (c.depth < Depth{setting[P::MinDepth]} || c.ply >= 2 * root_depth_) return {};
  const TableEntry& e = *node.entry;
  if (e.depth < c.depth - kTableShallower || e.bound == Bound::Upper || is_mate(e.score)) return {};

  const Score limit = e.score - Score{setting[P::Margin] * c.depth.plies() / kMarginUnit};
  node.frame.excluded = m;
  const Score others = search(limit - Score{1}, limit, Depth{(c.depth.plies() - 1) / 2}, c.ply, c.cut_node);
  node.frame.excluded = Move{};
  node.frame.line.clear();
  if (stopped()) return {};
  if (others < limit) {
    const bool twice = !c.pv && node.frame.doubles < kMostDoubles && others < limit - Score{setting[P::DoubleMargin]};
    return {Depth{twice ? 2 : 1}, std::nullopt};
  }
  if (others >= c.beta && !is_mate(others)) {  // more than one move holds beta
    node.end = NodeEnd::MultiCut;
    return {Depth{0}, others};
  }
  if (e.score >= c.beta) return {Depth{-2}, std::nullopt};
  return {Depth{c.cut_node ? -1 : 0}, std::nullopt};
}

// Of a move that gives check.
template <class Tracer>
Depth Worker<Tracer>::check_extension(const Node& node, const pruning::MoveContext& move) const {
  const bool room = node.context.ply < 2 * root_depth_;  // a line of checks may double the depth, no more
  const bool extend =
      room && settings_.enabled<pruning::CheckExtension>() && see_at_least(position_, move.move, Score{0});
  return Depth{extend ? 1 : 0};
}

// What a late move that gives no check is searched shallower by, in 1/Reductions::kOne plies.
template <class Tracer>
int Worker<Tracer>::reduction(const Node& node, const pruning::MoveContext& move) const {
  using P = pruning::LateMoveReductions::P;
  constexpr int kHundred = 100;
  constexpr int kPly = Reductions::kOne;
  const auto& c = node.context;
  const auto& setting = settings_.of<pruning::LateMoveReductions>();
  if (!setting.enabled || c.depth < Depth{setting[P::MinDepth]} || move.searched < setting[P::MinMoves] || c.in_check())
    return 0;
  int r = reductions_(c.depth, move.searched);
  if (node.was_pv) r -= kPly;
  if (c.cut_node) r += setting[P::CutNode] * kPly / kHundred;
  if (!c.improving) r += kPly;
  if (move.tactical()) return std::max(r, 0) * setting[P::Captures] / kHundred;
  const Move m = move.move;
  if (m == node.frame.killers.first || m == node.frame.killers.second) r -= kPly;
  return std::max(r - move.history * setting[P::History] / kHundred * kPly / kHistoryMax, 0);
}

template <class Tracer>
pruning::MoveDepths Worker<Tracer>::depths_of(const Node& node, bool gives_check, Depth extra, int late) const {
  const Depth full = node.context.depth - 1 + extra;
  const Depth reduced{std::max(gives_check ? late - Reductions::kOne : late, 0) / Reductions::kOne};
  return {full, std::max(full - reduced, std::min(full, Depth{1}))};
}

template <class Tracer>
pruning::MoveDepths Worker<Tracer>::depths_of(const Node& node, const pruning::MoveContext& move, int late) const {
  const bool gives_check = move.gives_check();
  return depths_of(node, gives_check, gives_check ? check_extension(node, move) : Depth{0}, late);
}

template <class Tracer>
Score Worker<Tracer>::search_move(Node& node, const pruning::MoveContext& move, Depth extra, int late) {
  const auto& c = node.context;
  const bool gives_check = move.gives_check();
  if (extra == Depth{0} && gives_check) extra = check_extension(node, move);
  if (gives_check) extra = extra + node.kept_by_checks;
  const auto [full, shallow] = depths_of(node, gives_check, extra, late);
  node.frame.extended = extra > Depth{0};
  const int ply = c.ply + 1;

  descend(node.frame, move.move, ply);
  if (extra > Depth{1}) ++frame(ply).doubles;
  const MadeMove made(position_, move.move, gives_check);
  count_node();
  tracer_.making(c, move.move, shallow);
  return search_made_move(node, move, full, shallow);
}

template <class Tracer>
Score Worker<Tracer>::search_made_move(Node& node, const pruning::MoveContext& move, Depth full, Depth shallow) {
  const auto& c = node.context;
  const int ply = c.ply + 1;
  const Score alpha = c.alpha;
  const Score beta = c.beta;
  if (move.searched == 0) return -search(-beta, -alpha, full, ply, !c.pv && !c.cut_node);

  const bool reduced = shallow < full;
  Score value = -search(-alpha - Score{1}, -alpha, shallow, ply, reduced || !c.cut_node);
  if (value > alpha && reduced) value = -search(-alpha - Score{1}, -alpha, full, ply, !c.cut_node);
  if (value > alpha && value < beta) value = -search(-beta, -alpha, full, ply, false);
  return value;
}

template class Worker<pruning::Silent>;
template class Worker<pruning::Ledger>;
template class Worker<pruning::Observed>;

}  // namespace oknos
