// The tablebases in the main search.
#include <algorithm>

#include "engine/pruning/ask/ledger.h"
#include "engine/pruning/ask/observed.h"
#include "engine/search/worker.h"

namespace oknos {

using pruning::NodeEnd;

// Probes only after a capture or a pawn move: then the result does not depend on the halfmove clock. A win or a loss is
// a bound, because it may turn out to be a mate.
template <class Tracer>
std::optional<Score> Worker<Tracer>::probe_tablebases(Node& node) {
  using tablebases::Wdl;
  auto& c = node.context;
  const TablebaseUse& use = shared_.tb_use;
  if (c.ply == 0 || node.is_singular_search() || position_.halfmove_clock() != 0) return std::nullopt;
  if (popcount(position_.pieces()) == tb_max_men_ && c.depth < Depth{use.least_depth}) return std::nullopt;
  const auto wdl = shared_.tables->wdl(position_);
  if (!wdl) return std::nullopt;
  memory_.tb_hits.fetch_add(1, std::memory_order_relaxed);

  TtEntry e;
  e.depth = c.depth;
  e.tt_pv = c.tt_pv;
  const int decisive = use.fifty_move_rule ? static_cast<int>(Wdl::Win) : static_cast<int>(Wdl::CursedWin);
  const int result = static_cast<int>(*wdl);
  e.bound = result >= decisive ? Bound::Lower : result <= -decisive ? Bound::Upper : Bound::Exact;
  e.score = e.bound == Bound::Lower   ? tb_win_in(c.ply)
            : e.bound == Bound::Upper ? -tb_win_in(c.ply)
                                      : Score{result};  // a cursed win is a draw with something to try for
  if (e.cuts_window(c.alpha, c.beta)) {
    if (settings_.enabled<pruning::TranspositionTable>()) shared_.tt.store(node.key, c.ply, e);
    node.end = NodeEnd::Tablebase;
    return e.score;
  }
  if (e.bound == Bound::Upper) {
    node.most = e.score;
  } else {
    node.best = e.score;
    c.alpha = std::max(c.alpha, e.score);
  }
  return std::nullopt;
}

template class Worker<pruning::Silent>;
template class Worker<pruning::Ledger>;
template class Worker<pruning::Observed>;

}  // namespace oknos
