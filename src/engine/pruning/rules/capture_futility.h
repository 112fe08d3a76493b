#pragma once

#include "engine/pruning/parts/conventions.h"
#include "engine/pruning/parts/rule.h"
#include "engine/pruning/parts/shared_guards.h"

namespace oknos::pruning {

// Capture futility: near the horizon, skips a capture if the static evaluation, the value of the victim and a margin
// that grows with depth do not exceed alpha.
//
//   condition  1 <= d <= max_depth and est(m) + margin + slope d <= alpha, m a capture (one that promotes counts both)
//   source     the programs since about 2020; it is H. G. Muller's specific futility with a guessed margin
//   sound      no: above d = 1 a capture may prepare another
//   bound      the estimate with its margin
//   guards     pv-node           the exact value is needed
//              mate-window       alpha may be a mate score
//                                (4n1k1/5ppp/8/8/8/8/8/4R1K1 w: Rxe8 mates)
//              nothing-searched  one move must be searched first
//              exemptions        all
//
// The rule does not act in check: the static evaluation is unreliable there.
struct CaptureFutility {
  enum class P { Margin, Slope, MaxDepth };
  // Stockfish has some 230, and 220 a ply, in units of its own, and prunes below depth 7.
  static constexpr std::array<ParameterInfo, 3> kParameters = {{
      {"margin", "centipawns", 0, 4000, 200, "allowance beyond the value of the captured piece"},
      {"slope", "centipawns", 0, 1000, 200, "added per ply of remaining depth", 300},
      {"max_depth", "plies", 1, 20, 6, "largest remaining depth at which the rule applies"},
  }};
  // Centipawns.
  static constexpr int margin(const RuleSetting& setting, int depth) {
    return setting[P::Margin] + setting[P::Slope] * depth;
  }

  static constexpr MarginInfo kMargin = {
      .at = [](const RuleSetting& setting, const MarginFacts& facts) { return margin(setting, facts.depth); }};
  static constexpr RuleInfo kInfo = {.name = "capture_futility",
                                     .family = RuleFamily::Futility,
                                     .place = Place::Move,
                                     .condition = "1 <= d <= max_depth and est(m) + margin + slope d <= alpha",
                                     .effect = "skip the capture",
                                     .source = "the programs since about 2020; compare Muller's specific futility",
                                     .soundness = "no",
                                     .parameters = kParameters,
                                     .margin = &kMargin,
                                     .arithmetic = kFutileMoveArithmetic};

  static constexpr int kMoves = 0;  // moves after m considered for W: none, the next position stands pat

  static bool cannot_fire(const NodeContext& node, const RuleSetting& setting, const Conventions& conventions) {
    return node.depth > Depth{setting[P::MaxDepth]} ||
           node.surely_above(conventions.estimate, node.alpha - Score{setting[P::Margin]});
  }

  static bool cannot_fire(const MoveContext& c, const RuleSetting&, const Conventions&) { return !c.capture(); }

  template <class G = AllGuards>
  static Verdict ask(const MoveContext& c, const RuleSetting& setting, const Conventions& conventions,
                     const G& guards = {}) {
    const NodeContext& node = c.node;
    const int depth = node.depth.plies();
    if (depth < 1 || depth > setting[P::MaxDepth]) return Verdict::go_on();
    const Score margin{CaptureFutility::margin(setting, depth)};
    if (c.surely_above(conventions.estimate, node.alpha - margin)) return Verdict::go_on();
    if (node.in_check() || !c.capture()) return Verdict::go_on();
    const Score bound = c.estimate(conventions.estimate, kMoves, guards) + margin;
    if (bound > node.alpha) return Verdict::go_on();
    if (const Guard g = guard_of_guess(node, node.alpha, guards); g != Guard::None) return Verdict::held(g);
    if (guards(Guard::NothingSearched) && c.searched == 0) return Verdict::held(Guard::NothingSearched);
    if (const Guard g = exemption_of(c, conventions.exemptions.without(Guard::Captures)); g != Guard::None && guards(g))
      return Verdict::held(g);
    return Verdict::skip(bound);
  }
};

}  // namespace oknos::pruning
