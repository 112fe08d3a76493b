#include "lab/commands/tree_counts.h"

namespace oknos::lab {

TreeCounts& TreeCounts::operator+=(const TreeCounts& other) {
  for (const TreeField& field : kTreeFields) this->*field.member += other.*field.member;
  return *this;
}

void TreeObserver::node_entered(const NodeEntered& e) {
  OpenNode node;
  node.entered = e;
  node.counts = &depths_[e.depth];
  TreeCounts& counts = *node.counts;
  ++(e.pv ? counts.pv : e.cut_node ? counts.cut : counts.all);
  if (!open_.empty()) {
    OpenNode& parent = open_.back();
    const bool extended = !parent.entered.quiescence && parent.move.full_depth >= parent.move.depth;
    node.below_extension = parent.below_extension || (e.ply > parent.entered.ply && extended);
    if (e.ply > parent.entered.ply) count_child(parent, e);
  }
  counts.below_extension += node.below_extension ? 1U : 0U;
  open_.push_back(node);
}

// The parent searches a move, for the first time or again. A singular search and the verification of a null move are
// nodes at the same ply, and no children.
void TreeObserver::count_child(OpenNode& parent, const NodeEntered& child) {
  const MoveMade& move = parent.move;
  if (move.move == 0) return;                      // a null move
  if (-child.alpha > parent.entered.beta) return;  // ProbCut: above beta
  TreeCounts& counts = *parent.counts;
  ++parent.children;
  parent.re_search = parent.children > 1 && !child.pv && child.depth > move.child_depth;
  counts.researched += parent.re_search ? 1U : 0U;
  if (parent.children > 1) return;
  ++parent.searched;
  ++counts.moves;
  if (parent.entered.quiescence) return;
  if (move.child_depth < move.full_depth) {
    ++counts.reduced;
    counts.plies += static_cast<std::uint64_t>(move.full_depth - move.child_depth);
  }
  const int extension = move.full_depth - (move.depth - 1);
  if (extension <= 0) return;
  ++(child.in_check ? counts.checks_extended : counts.extended);
  counts.extended_twice += extension > 1 ? 1U : 0U;
}

void TreeObserver::node_left(const NodeLeft& e) {
  if (open_.empty()) return;
  const OpenNode node = open_.back();
  open_.pop_back();
  if (e.end == NodeEnd::Stopped) return;
  TreeCounts& counts = *node.counts;
  counts.evaluated += e.has_static_eval ? 1U : 0U;
  const bool high = e.score >= node.entered.beta;
  if (!node.entered.pv && node.entered.cut_node) counts.cut_nodes_failed_high += high ? 1U : 0U;
  if (!node.entered.pv && !node.entered.cut_node) counts.all_held += high ? 0U : 1U;
  switch (e.end) {
    case NodeEnd::TableCut:
      ++counts.by_tt;
      break;
    case NodeEnd::RuleCut:
      ++counts.by_rule;
      break;
    case NodeEnd::NullMoveCut:
      ++counts.by_null_move;
      break;
    case NodeEnd::ProbCut:
      ++counts.by_probcut;
      break;
    case NodeEnd::MultiCut:
      ++counts.by_multi_cut;
      break;
    case NodeEnd::StandPat:
      ++counts.by_stand_pat;
      break;
    case NodeEnd::Searched:
      if (!high || e.best_move == 0 || node.searched == 0) break;
      ++(node.searched == 1   ? counts.first
         : node.searched == 2 ? counts.second
         : node.searched == 3 ? counts.third
                              : counts.later);
      counts.places += node.searched;
      break;
    default:
      break;
  }
  if (open_.empty()) return;
  OpenNode& parent = open_.back();
  if (!parent.re_search || parent.entered.ply >= node.entered.ply) return;
  parent.re_search = false;
  if (!high) ++parent.counts->confirmed;  // for the parent the value is above alpha
}

void TreeObserver::move_made(const MoveMade& e) {
  if (open_.empty()) return;
  OpenNode& node = open_.back();
  node.move = e;
  node.children = 0;
  node.re_search = false;
}

}  // namespace oknos::lab
