#pragma once

#include "engine/pruning/parts/conventions.h"
#include "engine/pruning/parts/rule.h"
#include "engine/pruning/parts/shared_guards.h"

namespace oknos::pruning {

// Razoring: near the horizon, a node far below alpha is handed to quiescence. If captures do not reach alpha, nothing
// else is expected to.
//
//   condition  1 <= d <= max_depth and est(n) + margin + slope (d - 1) <= alpha
//              (est(n): material or the static evaluation, as `estimate` says)
//   source     J. A. Birmingham, P. Kent 1977 (deciding move by move); into quiescence: T. Romstad, Glaurung, 2008;
//              V. Osipov's Strelka 2.0, 2008
//   sound      no: quiescence does not see quiet threats
//   bound      the value of quiescence, if it is <= alpha; otherwise the node is searched
//   guards     pv-node      the exact value is needed
//              mate-window  alpha may be a mate score, and a quiet move may mate
//                           (6k1/5ppp/8/8/8/8/8/R3K3 w: Ra8)
//
// The rule does not act in check: the static evaluation is unreliable there.
struct Razoring {
  enum class P { Margin, Slope, MaxDepth };
  // 300, and 39 or 60 per ply: Toga II, CPW-engine.
  static constexpr std::array<ParameterInfo, 3> kParameters = {{
      {"margin", "centipawns", 0, 4000, 300, "how far below alpha the node must be at depth 1"},
      {"slope", "centipawns", 0, 2000, 60, "added per ply of remaining depth beyond 1", 300},
      {"max_depth", "plies", 1, 8, 3, "largest remaining depth at which the rule applies"},
  }};
  // Centipawns.
  static constexpr int margin(const RuleSetting& setting, int depth) {
    return setting[P::Margin] + setting[P::Slope] * (depth - 1);
  }

  static constexpr MarginInfo kMargin = {
      .at = [](const RuleSetting& setting, const MarginFacts& facts) { return margin(setting, facts.depth); },
      .largest = [](const MarginQuestion& q, const RuleSetting&, const Conventions& conventions) -> std::optional<int> {
        return (q.alpha - worth_of(q, conventions)).value();
      }};
  static constexpr RuleInfo kInfo = {
      .name = "razoring",
      .family = RuleFamily::Node,
      .place = Place::Node,
      .condition = "1 <= d <= max_depth and est(n) + margin + slope (d - 1) <= alpha",
      .effect = "search quiescence; return its value if that does not exceed alpha either",
      .source = "Birmingham and Kent 1977; Glaurung and Strelka 2008",
      .soundness = "no",
      .parameters = kParameters,
      .margin = &kMargin,
      .arithmetic = "{worth} + {margin} <= {alpha} ({estimate}, margin {depth}, alpha), and quiescence agrees"};

  template <class G = AllGuards>
  static Verdict ask(const NodeContext& c, const RuleSetting& setting, const Conventions& conventions,
                     const G& guards = {}) {
    const int depth = c.depth.plies();
    if (depth < 1 || depth > setting[P::MaxDepth] || c.in_check()) return Verdict::go_on();
    const Score margin{Razoring::margin(setting, depth)};
    if (c.worth(conventions.estimate) + margin > c.alpha) return Verdict::go_on();
    if (const Guard g = guard_of_guess(c, c.alpha, guards); g != Guard::None) return Verdict::held(g);
    return Verdict::resolve(c.alpha);
  }
};

}  // namespace oknos::pruning
