#pragma once

#include <optional>

#include "engine/pruning/parts/conventions.h"
#include "engine/pruning/parts/rule.h"

namespace oknos::pruning {

// Lazy evaluation: material and psqt are known, and W bounds the positional part. If these bounds decide the question
// for which the static evaluation is wanted, it is not computed. This saves evaluations and changes no verdict. The
// resulting value is a bound, not E.
//
//   condition  d = 0 and M + P - W >= beta, or M + P + W <= alpha where no rule wants E itself
//   source     H. G. Muller, "Deep Futility Pruning"; the sharewiz wiki
//   sound      yes: |E - M - P| <= W
//   bound      M + P - W, a lower bound: standing pat fails high; or M + P + W, an upper bound: standing pat cannot
//              raise alpha
//   guards     none. With estimate = evaluation the rules for moves need E, so it is computed unless standing pat fails
//              high. Does not act in check unless quiescence stands pat there
//
// It only decides whether E is needed, not what to do with the node, so it has no ask().
struct LazyEvaluation {
  static constexpr RuleInfo kInfo = {.name = "lazy_evaluation",
                                     .family = RuleFamily::FailHigh,
                                     .place = Place::QuiescenceNode,
                                     .condition = "d = 0 and M + P - W >= beta, or M + P + W <= alpha",
                                     .effect = "do without E: the bound takes its place",
                                     .source = "Muller; sharewiz wiki",
                                     .soundness = "yes; with estimate = evaluation it saves E only at beta"};

  // Replaces E: a lower bound if >= beta, an upper bound if <= alpha. Nothing: E is needed.
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
