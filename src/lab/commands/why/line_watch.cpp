#include "lab/commands/why/line_watch.h"

#include <utility>

namespace oknos::lab {

namespace {

bool asks_of_nodes(const HeldRule& held) {
  const pruning::Place place = pruning::kRuleInfos[held.rule].place;
  return place == pruning::Place::Node || place == pruning::Place::QuiescenceNode;
}

}  // namespace

bool LineWatch::lies_on_line(const NodeEntered& e) const {
  if (open_.empty()) return e.ply == 0;
  const Open& parent = open_.back();
  if (!parent.visit) return false;
  if (e.ply == parent.ply) return true;
  const auto at = static_cast<std::size_t>(parent.ply);
  return at < line_.size() && Move::from_bits(e.previous) == line_[at];
}

void LineWatch::node_entered(const NodeEntered& e) {
  held_.clear();
  if (open_.empty() && e.depth > iteration_) {
    before_ = std::exchange(visits_, {});
    iteration_ = e.depth;
  }
  Open open{e.ply, {Move::from_bits(e.previous), e.pv, e.cut_node}, std::nullopt, nodes_};
  if (lies_on_line(e)) {
    open.visit = visits_.size();
    LineVisit& v = visits_.emplace_back();
    v.ply = e.ply;
    v.depth = e.depth;
    v.alpha = Score{e.alpha};
    v.beta = Score{e.beta};
    v.pv = e.pv;
    v.cut_node = e.cut_node;
    v.quiescence = e.quiescence;
    v.in_check = e.in_check;
    v.again = !open_.empty() && open_.back().ply == e.ply;
  }
  open_.push_back(open);
}

void LineWatch::node_left(const NodeLeft& e) {
  if (LineVisit* v = open_visit()) {
    v->end = e.end;
    v->score = Score{e.score};
    v->best = Move::from_bits(e.best_move);
    if (e.has_static_eval) v->static_eval = Score{e.static_eval};
    v->nodes = nodes_ - open_.back().nodes_before;
  }
  held_.clear();
  open_.pop_back();
}

void LineWatch::node_decided(const NodeDecided& e) {
  if (LineVisit* v = open_visit()) {
    if (e.kind == NodeDecided::Kind::Reduce) v->reduced = static_cast<pruning::RuleId>(e.rule);
    if (e.kind == NodeDecided::Kind::Cut || e.kind == NodeDecided::Kind::Resolve)
      v->cut = sample_of(e, open_.back().node);
  }
}

void LineWatch::move_skipped(const MoveSkipped& e) {
  if (LineVisit* v = visit_before(e.move)) {
    v->next = LineVisit::Next::Pruned;
    v->pruned = sample_of(e, open_.back().node);
    if (!e.bulk_skipped) v->held = held_;
  }
  if (!e.bulk_skipped) held_.clear();
}

void LineWatch::move_made(const MoveMade& e) {
  ++nodes_;
  if (LineVisit* v = visit_before(e.move)) {
    v->next = LineVisit::Next::Made;
    v->child_depth = e.child_depth;
    v->held = held_;
  }
  held_.clear();
}

void LineWatch::rule_held(const RuleHeld& e) {
  const HeldRule held{static_cast<pruning::RuleId>(e.rule), static_cast<pruning::Guard>(e.guard)};
  LineVisit* v = open_visit();
  if (!v) return;
  (asks_of_nodes(held) ? v->node_held : held_).push_back(held);
}

const std::vector<LineVisit>& LineWatch::visits(int depth) const {
  return depth + 1 == iteration_ ? before_ : visits_;
}

LineVisit* LineWatch::open_visit() {
  if (open_.empty() || !open_.back().visit) return nullptr;
  return &visits_[*open_.back().visit];
}

LineVisit* LineWatch::visit_before(MoveBits move) {
  LineVisit* v = open_visit();
  const auto at = v ? static_cast<std::size_t>(v->ply) : 0;
  return v && at < line_.size() && Move::from_bits(move) == line_[at] ? v : nullptr;
}

}  // namespace oknos::lab
