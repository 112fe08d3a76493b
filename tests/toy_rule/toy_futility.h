#pragma once

#include "engine/pruning/parts/conventions.h"
#include "engine/pruning/parts/rule.h"

namespace oknos::pruning {

// Toy futility: what CONTRIBUTING.md asks of a new rule, and no more. check.py adds it to a copy of the source.
//
//   condition  1 <= d <= max_depth and est(m) + margin <= alpha, m quiet
//   source     none: it exists for the test
//   sound      no
//   bound      the estimate with its margin
//   guards     pv-node           the value is wanted exactly
//              in-check          every way out of check is looked at
//              mate-window       alpha may be a mate score that no margin reaches
//              nothing-searched  the node must have a value first
struct ToyFutility {
  enum class P { Margin, MaxDepth };
  static constexpr std::array<ParameterInfo, 2> kParameters = {{
      {"margin", "centipawns", 0, 2000, 77, "how far a toy may fall"},
      {"max_depth", "plies", 1, 8, 2, "the largest remaining depth at which the toy is asked"},
  }};
  static constexpr MarginInfo kMargin = {};
  static constexpr RuleInfo kInfo = {
      .name = "toy_futility",
      .family = RuleFamily::Futility,
      .place = Place::Move,
      .condition = "1 <= d <= max_depth and est(m) + margin <= alpha, a toy",
      .effect = "skip the toy's move",
      .source = "the toy box",
      .soundness = "no",
      .parameters = kParameters,
      .margin = &kMargin,
      .arithmetic = "toy: {worth} + {gain} + {margin} <= {alpha} ({estimate}, gain, margin, alpha)"};

  template <class G = AllGuards>
  static Verdict ask(const MoveContext& c, const RuleSetting& setting, const Conventions& conventions,
                     const G& guards = {}) {
    const NodeContext& node = c.node;
    const int depth = node.depth.plies();
    if (depth < 1 || depth > setting[P::MaxDepth] || node.in_check() || c.tactical()) return Verdict::go_on();
    const Score bound = c.estimate(conventions.estimate, 0, guards) + Score{setting[P::Margin]};
    if (bound > node.alpha) return Verdict::go_on();
    if (guards(Guard::PvNode) && node.pv) return Verdict::held(Guard::PvNode);
    if (guards(Guard::MateWindow) && is_mate(node.alpha)) return Verdict::held(Guard::MateWindow);
    if (guards(Guard::NothingSearched) && c.searched == 0) return Verdict::held(Guard::NothingSearched);
    return Verdict::skip(bound);
  }
};

}  // namespace oknos::pruning
