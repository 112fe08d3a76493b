#pragma once

#include <optional>

#include "engine/chess/position.h"
#include "engine/pruning/parts/context.h"
#include "engine/pruning/parts/conventions.h"
#include "engine/pruning/parts/verdict.h"
#include "engine/search/stack.h"
#include "engine/search/transposition_table.h"
#include "oknos/observer.h"

namespace oknos {

// One visit of a node, in the main search or in quiescence: what its steps find out and leave for each other.
struct SearchNode {
  SearchNode(Position& position, StackEntry& own, Score alpha, Score beta, Depth depth, int ply, bool cut = false)
      : context(position, own.incremental),
        stack(own),
        key(position.table_key()),
        original_alpha(alpha),
        excluded_move(own.excluded_move) {
    context.alpha = alpha;
    context.beta = beta;
    context.depth = depth;
    context.ply = ply;
    context.pv = beta - alpha > Score{1};
    context.cut_node = cut;
  }
  pruning::NodeContext context;
  StackEntry& stack;
  const Key key;  // for the transposition table
  Score original_alpha;
  const Move excluded_move;    // in a singular search
  bool tt_is_capture = false;  // the TT move is a capture or promotion
  Score raw_eval = kNoScore;   // the evaluator's value, before corrections; kNoScore: not computed
  std::optional<TtEntry> tt_entry;
  Score best = -kInfinite;           // best value, including bounds of skipped moves
  Score best_searched = -kInfinite;  // best value of searched moves only
  Score most = kInfinite;            // upper bound from the tablebases
  Move best_move;
  pruning::Verdict restricted_by;  // the rule that restricted the moves, if any
  bool skipped_any = false;
  Depth depth_kept_for_checks{};  // part of the reduction that checking moves are exempt from
  NodeEnd end = NodeEnd::Searched;

  bool restricted() const { return restricted_by.kind == pruning::Verdict::Kind::Restrict; }
  bool is_singular_search() const { return static_cast<bool>(excluded_move); }
  // The bound of a skipped move raises the best value, as the convention `recorded` says.
  void skip_with(Score bound, pruning::Recorded recorded) {
    skipped_any = true;
    if (recorded == pruning::Recorded::Alpha) return;
    const bool own = recorded == pruning::Recorded::Evaluation && context.static_eval != kNoScore;
    const Score left = own ? context.static_eval : bound;
    if (left > best && left <= context.alpha) best = left;
  }
};

}  // namespace oknos
