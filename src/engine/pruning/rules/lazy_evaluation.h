#pragma once

#include <optional>

#include "engine/pruning/parts/conventions.h"
#include "engine/pruning/parts/rule.h"

namespace oknos::pruning {

// Lazy evaluation: material and psqt are known, and the positional part is bounded by W. Where that decides the
// question that the static value was wanted for, the static value is not computed. It saves evaluations and changes no
// verdict; a value that comes from it is a bound, not E, and must be treated as one.
//
//   condition  d = 0 and M + P - W >= beta, or M + P + W <= alpha where no rule wants E itself
//   source     H. G. Muller, "Deep Futility Pruning"; the sharewiz wiki
//   sound      yes: |E - M - P| <= W
//   bound      M + P - W, a lower one: standing pat is decided; or M + P + W, an upper one: standing pat cannot raise
//              alpha
//   guards     none. With estimate = evaluation the moves are judged by E, so it is computed unless it holds beta. In
//              check it is silent where quiescence does not stand pat
//
// It answers the search's question whether E is needed, not what to do with the node, so it has no ask().
struct LazyEvaluation {
  static constexpr RuleInfo kInfo = {.name = "lazy_evaluation",
                                     .family = RuleFamily::FailHigh,
                                     .place = Place::QuiescenceNode,
                                     .condition = "d = 0 and M + P - W >= beta, or M + P + W <= alpha",
                                     .effect = "do without E: the bound takes its place",
                                     .source = "Muller; sharewiz wiki",
                                     .soundness = "yes; with estimate = evaluation it saves E only at beta"};

  // In place of E: a lower bound if at or above beta, an upper one if at or below alpha; nothing: E is needed.
  static std::optional<Score> bound(const NodeContext& c, const Conventions& conventions) {
    if (is_silent_in_check(c, conventions)) return std::nullopt;
    const Score known = c.incremental.value(c.us()) + c.correction;
    const Score positional = c.positional_bound(0);
    if (known - positional >= c.beta) return known - positional;
    if (!uses_evaluation(conventions.estimate) && known + positional <= c.alpha) return known + positional;
    return std::nullopt;
  }
};

}  // namespace oknos::pruning
