#include "lab/oracle/oracle.h"

#include <algorithm>

#include "engine/eval/evaluator.h"
#include "engine/eval/incremental/static_order.h"
#include "engine/pruning/ask/ask.h"
#include "engine/pruning/ask/tracer.h"
#include "engine/pruning/parts/draws.h"
#include "engine/pruning/parts/restricted.h"

namespace oknos::oracle {

using pruning::NodeContext;
using pruning::Place;
using pruning::Verdict;
using Null = pruning::NullMovePruning;

namespace {
constexpr int kBeyondHistory = 1 << 16;  // plies: one earlier occurrence is a repetition, before the root too

struct Tracer : pruning::Silent {
  explicit Tracer(const pruning::GuardSwitches& g) : switches(g) {}
  const pruning::GuardSwitches& guards() const { return switches; }
  const pruning::GuardSwitches& switches;
};
}  // namespace

Search::Search(const Position& root, const Semantics& semantics, const Rules* rules)
    : position_(root),
      semantics_(semantics),
      rules_(rules),
      cuts_lists_(rules && pruning::cuts_lists(rules->settings.conventions)) {}

Arrival Arrival::next(const Position& position, Move m) const {
  const bool resets = position.is_capture(m) || type_of(position.piece_on(m.from())) == PieceType::Pawn;
  return {this, m, ply + 1, resets ? 0 : null_ticks, false, incremental.after(position, m)};
}

std::optional<Score> Search::value(Depth depth, Score alpha, Score beta, const Arrival& from) {
  Arrival root = from;
  root.incremental = eval::Incremental::of(position_);
  const Score v = search(depth, alpha, beta, root);
  return exceeded() ? std::nullopt : std::optional(v);
}

Score Search::search(Depth depth, Score alpha, Score beta, const Arrival& at) {
  if (depth <= Depth{0}) return quiescence(alpha, beta, at);
  ++counts_.nodes;
  if (exceeded()) return alpha;
  if (at.ply > 0 && is_drawn(at)) return std::clamp(kDraw, alpha, beta);

  NodeContext c = context(depth, alpha, beta, at);
  const bool wants_evaluation = rules_ && uses_evaluation(rules_->settings.conventions.estimate);
  const bool lazily = wants_evaluation && is_decided_lazily(c);
  if (wants_evaluation && !lazily) evaluate(c);
  const Verdict verdict = ask<Place::Node>(c, c, at, Move{});
  if (lazily) c.static_eval = kNoScore;  // it was a bound
  if (verdict.kind == Verdict::Kind::Cut) return std::clamp(verdict.value, alpha, beta);
  if (verdict.kind == Verdict::Kind::Reduce) c.depth = std::max(depth - verdict.plies, Depth{1});
  if (verdict.kind == Verdict::Kind::Resolve) {
    const Score v = quiescence(verdict.value, verdict.value + Score{1}, at);
    if (v <= verdict.value) return std::clamp(v, alpha, beta);
  }

  if (verdict.kind == Verdict::Kind::Quiesce) return quiescence(alpha, beta, at);

  if (!has_legal_move(position_)) return std::clamp(c.in_check() ? mated_in(at.ply) : kDraw, alpha, beta);
  if (const auto v = try_null_move(c, at)) return *v;
  return search_moves(c, at, verdict);
}

// The null move: its value counts only when it holds beta.
std::optional<Score> Search::try_null_move(const NodeContext& c, const Arrival& at) {
  if (!semantics_.null_move || !Null::is_allowed(c)) return std::nullopt;
  const NullMove passed(position_);
  const int ticks = at.null_ticks + (semantics_.null_ticks_clock ? 1 : 0);
  const Arrival next{&at, Move{}, at.ply + 1, ticks, true, at.incremental};
  const Score v = -search(Null::depth_after(*semantics_.null_move, c.depth), -c.beta, -c.beta + Score{1}, next);
  return v >= c.beta ? std::optional(c.beta) : std::nullopt;
}

// All moves, at any depth.
Score Search::search_moves(NodeContext& c, const Arrival& at, const Verdict& of_node) {
  const CheckInfo checks = position_.check_info();
  MoveList moves = this->moves(c, at, of_node);
  discard_futile_quiets(c, checks, moves);
  counts_.generated += moves.size();
  int searched = 0;
  std::optional<pruning::ExemptMoves> no_quiets, lesser;
  Score lesser_gain = -kInfinite;
  for (const Move m : moves) {
    pruning::MoveContext move(c, checks, m);
    move.searched = searched;
    move.best = c.alpha;
    if (is_discarded(move, no_quiets, lesser, lesser_gain)) continue;
    const Verdict v =
        c.depth > Depth{0} ? ask<Place::Move>(move, c, at, m) : ask<Place::QuiescenceMove>(move, c, at, m);
    if (v.kind == Verdict::Kind::Cut) return c.beta;
    if (v.kind == Verdict::Kind::SkipQuiets) no_quiets.emplace(c, checks, v.exempt);
    if (v.skip_lesser_captures && cuts_lists_) {
      lesser.emplace(c, checks, v.exempt);
      lesser_gain = move.gain();
    }
    if (v.fires()) continue;
    ++searched;
    const Arrival next = at.next(position_, m);
    const MadeMove made(position_, m);
    c.alpha = std::max(c.alpha, -search(c.depth - 1, -c.beta, -c.alpha, next));
    if (c.alpha >= c.beta) return c.beta;
  }
  // Nothing searched because everything was skipped is no stalemate. Taking it for one was Gothmog's mistake.
  const bool mistaken = rules_ && !rules_->guards(pruning::Guard::LegalMove) && c.depth > Depth{0} && searched == 0;
  if (!mistaken || of_node.kind == Verdict::Kind::Restrict) return c.alpha;
  return std::clamp(c.in_check() ? mated_in(at.ply) : kDraw, c.alpha, c.beta);
}

// Quiet moves that are futile all together are not generated, unless the exempt ones among them can be found in no
// other way.
void Search::discard_futile_quiets(const NodeContext& c, const CheckInfo& checks, MoveList& moves) const {
  if (!cuts_lists_ || c.depth <= Depth{0}) return;
  const std::uint64_t active = pruning::active_rules<Place::Move>(c, rules_->settings);
  const Verdict v = pruning::ask_of_quiets(c, rules_->settings, active);
  const pruning::ExemptMoves exempt(c, checks, v.exempt);
  if (!v.fires() || !exempt.only_checks_of_quiets()) return;
  const auto futile = [&](Move m) { return !position_.is_tactical(m) && !exempt.contains(m); };
  moves.resize(static_cast<std::size_t>(std::remove_if(moves.begin(), moves.end(), futile) - moves.begin()));
}

bool Search::is_discarded(const pruning::MoveContext& m, const std::optional<pruning::ExemptMoves>& no_quiets,
                          const std::optional<pruning::ExemptMoves>& lesser, Score lesser_gain) {
  if (!m.tactical()) return no_quiets && !no_quiets->contains(m.move);
  return lesser && m.gain() <= lesser_gain && !lesser->contains(m.move);
}

Score Search::quiescence(Score alpha, Score beta, const Arrival& at) {
  ++counts_.quiescence_nodes;
  if (exceeded()) return alpha;
  NodeContext c = context(Depth{0}, alpha, beta, at);
  const Score stand_pat = evaluate(c);
  if (stand_pat >= beta) return beta;
  const Verdict verdict = ask<Place::QuiescenceNode>(c, c, at, Move{});
  if (verdict.kind == Verdict::Kind::Cut) return std::clamp(verdict.value, alpha, beta);
  c.alpha = std::max(alpha, stand_pat);
  return search_moves(c, at, verdict);
}

// The static value, or a bound on it that decides as well.
Score Search::evaluate(NodeContext& c) {
  if (semantics_.material_only) return c.static_eval = c.material();
  if (rules_ && c.depth == Depth{0} && rules_->settings.enabled<pruning::LazyEvaluation>())
    if (const auto bound = pruning::LazyEvaluation::bound(c, rules_->settings.conventions))
      return c.static_eval = *bound;
  return c.static_eval = clamp_to_evaluation(c.incremental.value(c.us()) + positional(position_, c.incremental));
}

Score Search::positional(const Position& position, const eval::Incremental& incremental) {
  if (last_positional_ && last_positional_->first == position.key()) return last_positional_->second;
  ++counts_.evaluations;
  const Score positional =
      semantics_.positional ? semantics_.positional(position) : eval::evaluate(position, incremental).positional;
  last_positional_ = {position.key(), positional};
  return positional;
}

bool Search::is_decided_lazily(NodeContext& c) const {
  if (semantics_.material_only || !pruning::any_asked_lazily(rules_->settings)) return false;
  if (is_silent_in_check(c, rules_->settings.conventions)) return false;
  const Score known = c.incremental.value(c.us());
  const Score positional = c.positional_bound(0);
  return pruning::is_decided_lazily(c, clamp_to_evaluation(known - positional), clamp_to_evaluation(known + positional),
                                    rules_->settings, rules_->guards);
}

template <Place place, class Context>
Verdict Search::ask(const Context& c, const NodeContext& node, const Arrival& at, Move m) {
  if (!rules_) return Verdict::go_on();
  Tracer tracer(rules_->guards);
  const Verdict v = pruning::ask<place>(c, rules_->settings, tracer);
  if (v.fires() && listener_) listener_(node, at, m, v);
  return v;
}

NodeContext Search::context(Depth depth, Score alpha, Score beta, const Arrival& at) {
  NodeContext c(position_, at.incremental);
  c.depth = depth;
  c.ply = at.ply + kBeyondHistory;
  c.alpha = alpha;
  c.beta = beta;
  if (semantics_.positional)
    c.positional = Score{rules_ ? rules_->width_told : semantics_.positional_bound};
  else
    c.positional_source = this;
  c.null_move = semantics_.null_move;
  c.after_null = at.after_null;
  return c;
}

bool Search::is_drawn(const Arrival& at) const {
  const bool fifty = at.null_ticks > 0 && position_.halfmove_clock() + at.null_ticks >= kFiftyMoves;
  return pruning::is_drawn(position_, kBeyondHistory) ||
         (fifty && (!position_.in_check() || has_legal_move(position_)));
}

MoveList Search::moves(const NodeContext& c, const Arrival& at, const Verdict& of_node) const {
  const bool quiets = c.depth > Depth{0};
  MoveList list = semantics_.material_only ? eval::tactical_in_static_order(position_)
                                           : eval::in_static_order(position_, at.incremental, quiets);
  if (semantics_.material_only && quiets) generate<MoveGen::Quiets>(position_, list);
  if (of_node.kind != Verdict::Kind::Restrict) return list;
  const CheckInfo checks = position_.check_info();
  const auto unwanted = [&](Move m) { return !pruning::is_wanted(position_, checks, m, of_node.wanted); };
  list.resize(static_cast<std::size_t>(std::remove_if(list.begin(), list.end(), unwanted) - list.begin()));
  return list;
}

}  // namespace oknos::oracle
