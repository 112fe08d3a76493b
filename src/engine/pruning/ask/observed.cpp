#include "engine/pruning/ask/observed.h"

#include "engine/chess/fen.h"
#include "engine/chess/notation.h"

namespace oknos {

std::string position_text(const Position& position) {
  return fen::to_text(position);
}

std::string move_text(MoveBits move, bool chess960) {
  return to_text(Move::from_bits(move), chess960);
}

int rule_count() {
  return static_cast<int>(pruning::kRules);
}

std::string_view rule_name(int rule) {
  return rule >= 0 && rule < rule_count() ? pruning::kRuleInfos[static_cast<std::size_t>(rule)].name
                                          : std::string_view{};
}

std::string_view guard_name(int guard) {
  return guard > 0 && guard < pruning::kGuards ? pruning::name_of(static_cast<pruning::Guard>(guard))
                                               : std::string_view{};
}

namespace pruning {

namespace {

bool has_static_eval(const NodeContext& c) {
  return c.static_eval != kNoScore;
}
int static_eval(const NodeContext& c) {
  return has_static_eval(c) ? c.static_eval.value() : 0;
}

NodeDecided::Kind kind_of(const Verdict& v) {
  if (v.kind == Verdict::Kind::Reduce) return NodeDecided::Kind::Reduce;
  if (v.kind == Verdict::Kind::Restrict) return NodeDecided::Kind::Restrict;
  return v.kind == Verdict::Kind::Resolve || v.kind == Verdict::Kind::Quiesce ? NodeDecided::Kind::Resolve
                                                                              : NodeDecided::Kind::Cut;
}

// What is reported of a cut node and of a skipped move alike.
template <class Event>
Event common_part(const NodeContext& c, const Verdict& v) {
  Event e;
  e.ply = c.ply;
  e.depth = c.depth.plies();
  e.alpha = c.alpha.value();
  e.beta = c.beta.value();
  e.has_static_eval = has_static_eval(c);
  e.static_eval = static_eval(c);
  e.rule = v.rule;
  e.rules = v.fired;
  e.improving = c.improving;
  e.correction = c.correction.value();
  e.position = &c.position;
  return e;
}

}  // namespace

void Observed::enter(const NodeContext& c, bool quiescence) {
  observer_->node_entered({.ply = c.ply,
                           .depth = c.depth.plies(),
                           .alpha = c.alpha.value(),
                           .beta = c.beta.value(),
                           .pv = c.pv,
                           .quiescence = quiescence,
                           .in_check = c.in_check(),
                           .cut_node = c.cut_node,
                           .key = c.position.key(),
                           .previous = c.previous.bits(),
                           .position = &c.position});
}

void Observed::leave(const NodeContext& c, Score score, Move best, NodeEnd end) {
  observer_->node_left({.ply = c.ply,
                        .score = score.value(),
                        .best_move = best.bits(),
                        .end = end,
                        .has_static_eval = has_static_eval(c),
                        .static_eval = static_eval(c),
                        .quiescence = c.depth <= Depth{0}});
}

NodeDecided Observed::decision_of(const NodeContext& c, const Verdict& v, Move m) {
  auto e = common_part<NodeDecided>(c, v);
  e.kind = kind_of(v);
  e.value = v.value.value();
  e.plies = v.plies;
  e.move = m.bits();
  return e;
}

MoveSkipped Observed::skip_of(const NodeContext& c, const Verdict& v) {
  auto e = common_part<MoveSkipped>(c, v);
  e.bound = v.value.value();
  e.slack = (c.alpha - v.value).value();
  return e;
}

MoveSkipped Observed::skip_of(const MoveContext& c, const Verdict& v) {
  MoveSkipped e = skip_of(c.node, v);
  e.move = c.move.bits();
  e.full_depth = c.depths.full.plies();
  e.first_depth = c.depths.first.plies();
  e.reduced_depth = c.reduced_depth.plies();
  e.searched = c.searched;
  e.history = c.history;
  e.exemptions = exemptions_of(c).bits();
  return e;
}

void Observed::tell_watched(const MoveContext& c, const Verdict& v, const Verdict& decision) {
  MoveWatched e{skip_of(c, v), decision.fires() ? decision.rule : -1};
  e.ordinal = next_watched_++;
  observer_->move_watched(e);
}

void Observed::tell_watched(const NodeContext& c, const Verdict& v, const Verdict& decision) {
  NodeWatched e{decision_of(c, v, v.move), decision.fires() ? decision.rule : -1};
  e.ordinal = next_watched_++;
  observer_->node_watched(e);
}

void Observed::making(const NodeContext& c, Move m, MoveDepths depths) {
  observer_->move_made({.ply = c.ply,
                        .move = m.bits(),
                        .child_depth = depths.first.plies(),
                        .depth = c.depth.plies(),
                        .full_depth = depths.full.plies()});
}

}  // namespace pruning

}  // namespace oknos
