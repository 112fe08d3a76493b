// The move loop of a node: which moves are searched, and how deep.
#include "engine/chess/see.h"
#include "engine/pruning/ask/ledger.h"
#include "engine/pruning/ask/observed.h"
#include "engine/search/worker.h"

namespace oknos {

using pruning::NodeEnd;
using pruning::Place;
using pruning::Verdict;

template <class Tracer>
Score Worker<Tracer>::search_moves(Node& node) {
  auto& c = node.context;
  const StackEntry* before = c.previous ? &stack(c.ply - 1) : nullptr;
  const Move counter = before ? memory_.histories.counter(before->moved, c.previous.to()) : Move{};
  const Continuations continued = learning_.continuations(c.ply, c.in_check());
  node.stack.threatened = learning_.threatened_squares();
  const CheckInfo checks = position_.check_info();
  HistoryContext situation = learning_.context(continued, node.stack.threatened);
  situation.checks = &checks;
  const QuietScorer quiet_history(memory_.histories, position_, situation);
  c.threatened = situation.maybe_threatened();
  MovePicker picker(position_, memory_.histories, c.tt_move, node.stack.killers, counter, situation);
  if (node.restricted()) restrict_moves(node, checks, picker);
  prepare_children(c.ply);
  MoveList quiets, captures;  // searched so far
  std::uint64_t active = pruning::active_rules<Place::Move>(c, settings_);
  if (cuts_lists_ && active & pruning::kRulesOfQuiets) picker.pause_before_quiets();
  bool any_legal = false;
  int searched = 0, number = 0;
  node.tt_is_capture = c.tt_move && position_.is_tactical(c.tt_move);

  while (true) {
    Move m = picker.next();
    if (!m && picker.is_paused()) {
      discard_futile_quiets(node, active, checks, picker);
      m = picker.next();
    }
    if (!m) break;
    if (m == node.excluded_move) continue;
    any_legal = true;
    pruning::MoveContext move(c, checks, m);
    move.searched = searched;
    move.number = number++;
    move.best = node.best;
    move.active_rules = active;
    move.loses_nothing = picker.loses_nothing();
    const bool quiet = !position_.is_tactical(m);
    if (quiet) move.history = history_of(m, picker, quiet_history);
    const int reduction = late_move_reduction(node, move);
    if (rules_use_reductions_) move.reduced_depth = std::max(c.depth - reduction / Reductions::kOne, Depth{1});
    if constexpr (Tracer::wants_all) move.depths = depths_of(node, move, reduction);
    Verdict verdict = pruning::ask<Place::Move>(move, settings_, tracer_);
    tracer_.undoing(verdict);
    if (verdict.kind == Verdict::Kind::Cut) return cut_by(node, move, verdict);
    if (is_skipped(node, move, verdict, checks, picker)) continue;
    shared_.tt.prefetch(position_.table_key_after(m));

    const Singular singular = singular_search(node, m);
    if (stopped()) {
      node.end = NodeEnd::Stopped;
      return kDraw;
    }
    if (singular.value) return *singular.value;
    const Score value = search_move(node, move, singular.extension, reduction);
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
    update_pv(node.stack, m, c.ply);
    c.alpha = value;
    if (value >= c.beta) {
      ++node.stack.cutoffs;
      break;
    }
    active = pruning::active_rules<Place::Move>(c, settings_);
  }
  const bool discarded = node.restricted() || picker.skips_quiets();
  if (!any_legal && !discarded && node.is_singular_search()) return c.alpha;
  if (!any_legal && !(discarded && has_legal_move(position_))) {
    node.end = NodeEnd::NoMoves;
    return c.in_check() ? mated_in(c.ply) : kDraw;
  }
  if (node.best == -kInfinite) node.best = node.original_alpha;  // every move was skipped without recording a bound
  node.best = std::min(node.best, node.most);
  node.best = pruning::FailHighBlend::of_search(settings_.of<pruning::FailHighBlend>(), node.best, c.beta, c.depth);
  learning_.after_search(node, quiets, captures);
  if (!node.is_singular_search()) corrections_.update(node);
  store(node);
  return node.best;
}

// Clears what the children and grandchildren of a node at this ply collect.
template <class Tracer>
void Worker<Tracer>::prepare_children(int ply) {
  const bool cousins = settings_.of<pruning::MoveHistories>()[pruning::MoveHistories::P::CousinKillers] != 0;
  stack(ply + (cousins ? 2 : 1)).killers = {};
  stack(ply + 1).excluded_move = Move{};
  stack(ply + 2).cutoffs = 0;
}

// -kHistoryMax to kHistoryMax.
template <class Tracer>
int Worker<Tracer>::history_of(Move m, const MovePicker& picker, const QuietScorer& quiet_history) const {
  const auto known = picker.history_from_ordering();
  const int sum = known ? *known : quiet_history(m);
  return std::clamp(sum / (Histories::kQuietMax / kHistoryMax), -kHistoryMax, kHistoryMax);
}

// A rule has restricted the node to some of its moves; the others are not generated.
template <class Tracer>
void Worker<Tracer>::restrict_moves(Node& node, const CheckInfo& checks, MovePicker& picker) {
  picker.restrict(node.restricted_by.wanted, &checks);
  tracer_.restricting(node.context, picker, node.restricted_by);
}

// A rule has shown that the move fails high without searching it.
template <class Tracer>
Score Worker<Tracer>::cut_by(Node& node, const pruning::MoveContext& move, const Verdict& verdict) {
  tracer_.cut_by(move, verdict);
  node.end = NodeEnd::RuleCut;
  node.best = verdict.value;
  node.best_move = move.move;
  node.stack.pv.clear();
  node.stack.pv.push_back(move.move);
  store(node);
  return node.best;
}

template <class Tracer>
bool Worker<Tracer>::is_skipped(Node& node, const pruning::MoveContext& move, const Verdict& verdict,
                                const CheckInfo& checks, MovePicker& picker) {
  if (!verdict.fires()) return false;
  tracer_.skipped(move, verdict);
  const pruning::ExemptMoves exempt(node.context, checks, verdict.exempt);
  if (verdict.kind == Verdict::Kind::SkipQuiets) {
    picker.skip_quiets(exempt);
    tracer_.skipping_quiets(move, picker, verdict);
  }
  if (cuts_lists_ && verdict.skip_lesser_captures) picker.skip_captures_below(move.gain(), exempt);
  skip_with(node, verdict.value);
  return true;
}

// Skips all quiet moves before they are generated when one bound makes each of them futile.
template <class Tracer>
void Worker<Tracer>::discard_futile_quiets(Node& node, std::uint64_t active, const CheckInfo& checks,
                                           MovePicker& picker) {
  const Verdict verdict = pruning::ask_of_quiets(node.context, settings_, active);
  if (!verdict.fires()) return;
  picker.skip_quiets(pruning::ExemptMoves(node.context, checks, verdict.exempt));
  skip_with(node, verdict.value);
}

// Singular extensions: the node is searched at half the depth without the table's move, against a bound a little below
// that move's value. If all others fail low, the move is extended; if they fail high too, the node is cut (multi-cut).
template <class Tracer>
typename Worker<Tracer>::Singular Worker<Tracer>::singular_search(Node& node, Move m) {
  using P = pruning::SingularExtensions::P;
  constexpr int kTtDepthSlack = 3;         // plies by which the table's entry may be shallower
  constexpr int kMarginUnit = 16;          // of a centipawn
  constexpr int kMaxDoubleExtensions = 6;  // on one path
  constexpr int kNoTriple = 1000;          // centipawns
  const auto& c = node.context;
  const auto& setting = settings_.of<pruning::SingularExtensions>();
  if (!setting.enabled || m != c.tt_move || node.is_singular_search() || c.ply == 0) return {};
  if (c.depth < Depth{setting[P::MinDepth]} || c.ply >= 2 * root_depth_) return {};
  const TtEntry& e = *node.tt_entry;
  const bool from_below = e.bound == Bound::Lower || e.bound == Bound::Exact;
  if (e.depth < c.depth - kTtDepthSlack || !from_below || is_decisive(e.score)) return {};

  const Score limit = e.score - Score{setting[P::Margin] * c.depth.plies() / kMarginUnit};
  node.stack.excluded_move = m;
  const Score others = search(limit - Score{1}, limit, Depth{(c.depth.plies() - 1) / 2}, c.ply, c.cut_node);
  node.stack.excluded_move = Move{};
  node.stack.pv.clear();
  if (stopped()) return {};
  if (others < limit) {
    const bool twice = !c.pv && node.stack.double_extensions < kMaxDoubleExtensions &&
                       others < limit - Score{setting[P::DoubleMargin]};
    const bool thrice = twice && setting[P::TripleMargin] < kNoTriple && !position_.is_tactical(m) &&
                        others < limit - Score{setting[P::TripleMargin]};
    return {Depth{thrice ? 3 : twice ? 2 : 1}, std::nullopt};
  }
  if (others >= c.beta && !is_decisive(others)) {  // multi-cut: more than one move fails high
    node.end = NodeEnd::MultiCut;
    return {Depth{0}, others};
  }
  if (e.score >= c.beta) return {Depth{-2}, std::nullopt};
  return {Depth{c.cut_node ? -1 : 0}, std::nullopt};
}

// Extension for a checking move.
template <class Tracer>
Depth Worker<Tracer>::check_extension(const Node& node, const pruning::MoveContext& move) const {
  const bool room = node.context.ply < 2 * root_depth_;  // a sequence of checks may at most double the depth
  const auto& setting = settings_.of<pruning::CheckExtension>();
  const bool extend = room && setting.enabled &&
                      node.context.depth >= Depth{setting[pruning::CheckExtension::P::MinDepth]} &&
                      (move.loses_nothing || see_at_least(position_, move.move, Score{0}, node.context.threatened));
  return Depth{extend ? 1 : 0};
}

// Late move reduction of a move that gives no check, in 1/Reductions::kOne plies.
template <class Tracer>
int Worker<Tracer>::late_move_reduction(const Node& node, const pruning::MoveContext& move) const {
  using P = pruning::LateMoveReductions::P;
  constexpr int kManyCutoffs = 3;
  const auto& c = node.context;
  const auto& setting = settings_.of<pruning::LateMoveReductions>();
  if (!setting.enabled || c.depth < Depth{setting[P::MinDepth]} || move.searched < setting[P::MinMoves]) return 0;
  LateMove late{.depth = c.depth, .number = setting[P::Order] != 0 ? move.number : move.searched};
  late.pv = c.pv;
  late.tt_pv = c.tt_pv;
  late.cut_node = c.cut_node;
  late.improving = c.improving;
  late.tt_capture = node.tt_is_capture;
  late.many_cutoffs = stack(c.ply + 1).cutoffs > kManyCutoffs;
  late.in_check = c.in_check();
  late.tactical = move.tactical();
  late.killer = node.stack.killers.contains(move.move);
  late.history = !late.tactical                    ? move.history
                 : setting[P::CaptureHistory] != 0 ? memory_.histories.of_capture(position_, move.move)
                                                   : 0;
  return reductions_.of(late, setting);
}

template <class Tracer>
pruning::MoveDepths Worker<Tracer>::depths_of(const Node& node, bool gives_check, Depth extension,
                                              int reduction) const {
  const Depth full = node.context.depth - 1 + extension;
  using P = pruning::LateMoveReductions::P;
  constexpr int kHundred = 100;
  const int of_check = settings_.of<pruning::LateMoveReductions>()[P::Check] * Reductions::kOne / kHundred;
  const Depth reduced{std::max(gives_check ? reduction - of_check : reduction, 0) / Reductions::kOne};
  return {full, std::max(full - reduced, std::min(full, Depth{1}))};
}

template <class Tracer>
pruning::MoveDepths Worker<Tracer>::depths_of(const Node& node, const pruning::MoveContext& move, int reduction) const {
  const bool gives_check = move.gives_check();
  return depths_of(node, gives_check, gives_check ? check_extension(node, move) : Depth{0}, reduction);
}

template <class Tracer>
Score Worker<Tracer>::search_move(Node& node, const pruning::MoveContext& move, Depth extension, int reduction) {
  const auto& c = node.context;
  const bool gives_check = move.gives_check();
  if (extension == Depth{0} && gives_check) extension = check_extension(node, move);
  if (gives_check) extension = extension + node.depth_kept_for_checks;
  const pruning::MoveDepths depths = depths_of(node, gives_check, extension, reduction);
  node.stack.extended = extension > Depth{0};
  node.stack.searched = move.searched;
  const int ply = c.ply + 1;

  descend(node.stack, move.move, ply);
  if (extension > Depth{1}) ++stack(ply).double_extensions;
  const MadeMove made(position_, move.move, gives_check);
  count_node();
  tracer_.making(c, move.move, depths);
  return search_made_move(node, move, depths.full, depths.first);
}

template <class Tracer>
Score Worker<Tracer>::search_made_move(Node& node, const pruning::MoveContext& move, Depth full, Depth shallow) {
  const auto& c = node.context;
  const int ply = c.ply + 1;
  const Score alpha = c.alpha;
  const Score beta = c.beta;
  if (move.searched == 0) return -search(-beta, -alpha, full, ply, !c.pv && !c.cut_node);

  const bool reduced = shallow < full;
  node.stack.reduction = full - shallow;
  Score value = -search(-alpha - Score{1}, -alpha, shallow, ply, reduced || !c.cut_node);
  node.stack.reduction = Depth{};
  if (value > alpha && reduced) {
    full = research_depth(node, value, full);
    if (shallow < full) value = -search(-alpha - Score{1}, -alpha, full, ply, !c.cut_node);
    if (!stopped()) learning_.after_research(node, move.move, value, full);
  }
  if (value > alpha && value < beta) value = -search(-beta, -alpha, full, ply, false);
  return value;
}

// The depth of the second search, after a reduced one that came out at `value` and raised alpha: a surprise is worth
// another ply, a narrow success one less.
template <class Tracer>
Depth Worker<Tracer>::research_depth(const Node& node, Score value, Depth full) const {
  using P = pruning::LateMoveReductions::P;
  const auto& setting = settings_.of<pruning::LateMoveReductions>();
  const auto& c = node.context;
  if (c.ply == 0 || is_decisive(value)) return full;
  const bool room = c.ply < 2 * root_depth_;
  if (room && setting[P::DeeperCentipawns] != 0 && value > node.best + Score{setting[P::DeeperCentipawns]})
    return full + 1;
  if (value < node.best + Score{setting[P::ShallowerCentipawns]}) return full - 1;
  return full;
}

template class Worker<pruning::Silent>;
template class Worker<pruning::Ledger>;
template class Worker<pruning::Observed>;

}  // namespace oknos
