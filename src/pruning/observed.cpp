#include "pruning/observed.h"

#include "chess/notation.h"

namespace oknos {

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

namespace pruning {

namespace {

bool has_static_value(const NodeContext& c) {
  return c.evaluation != kNoScore;
}
int static_value(const NodeContext& c) {
  return has_static_value(c) ? c.evaluation.value() : 0;
}

NodeDecided::Kind kind_of(const Verdict& v) {
  if (v.kind == Verdict::Kind::Reduce) return NodeDecided::Kind::Reduce;
  if (v.kind == Verdict::Kind::Restrict) return NodeDecided::Kind::Restrict;
  return v.kind == Verdict::Kind::Resolve ? NodeDecided::Kind::Resolve : NodeDecided::Kind::Cut;
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
                           .key = c.position.key(),
                           .previous = c.previous.bits(),
                           .position = &c.position});
}

void Observed::leave(const NodeContext& c, Score score, Move best, NodeEnd end) {
  observer_->node_left({.ply = c.ply,
                        .score = score.value(),
                        .best_move = best.bits(),
                        .end = end,
                        .has_static_value = has_static_value(c),
                        .static_value = static_value(c),
                        .quiescence = c.depth <= Depth{0}});
}

void Observed::decide(const NodeContext& c, const Verdict& v, Move m) {
  observer_->node_decided({.ply = c.ply,
                           .depth = c.depth.plies(),
                           .alpha = c.alpha.value(),
                           .beta = c.beta.value(),
                           .has_static_value = has_static_value(c),
                           .static_value = static_value(c),
                           .kind = kind_of(v),
                           .rule = v.rule,
                           .rules = v.fired,
                           .value = v.value.value(),
                           .plies = v.plies,
                           .move = m.bits(),
                           .position = &c.position});
}

void Observed::skip(const NodeContext& c, Move m, const Verdict& v, bool with_the_rest) {
  observer_->move_skipped({.ply = c.ply,
                           .depth = c.depth.plies(),
                           .alpha = c.alpha.value(),
                           .beta = c.beta.value(),
                           .has_static_value = has_static_value(c),
                           .static_value = static_value(c),
                           .move = m.bits(),
                           .rule = v.rule,
                           .rules = v.fired,
                           .bound = v.value.value(),
                           .slack = (c.alpha - v.value).value(),
                           .with_the_rest = with_the_rest,
                           .position = &c.position});
}

void Observed::making(const NodeContext& c, Move m, Depth child) {
  observer_->move_made({.ply = c.ply, .move = m.bits(), .child_depth = child.plies()});
}

}  // namespace pruning

}  // namespace oknos
