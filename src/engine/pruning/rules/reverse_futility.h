#pragma once

#include <algorithm>

#include "engine/pruning/parts/conventions.h"
#include "engine/pruning/parts/rule.h"
#include "engine/pruning/parts/shared_guards.h"

namespace oknos::pruning {

// Reverse futility (static null move pruning): cuts a node whose static evaluation exceeds beta by more than the
// opponent is expected to win back.
//
//   condition  1 <= d <= max_depth and E - (base + margin d) >= beta; if improving, `improving` is subtracted from the
//              margin, which is at least 0
//   source     the programs since about 2008; it is Muller's super stand pat with a guessed margin instead of the most
//              valuable piece
//   sound      no: the margin is a guess; of zugzwang only pawn endings are considered
//   bound      beta + (E - beta) blend_percent / 100, below the mate range
//   guards     pv-node       the exact value is needed
//              mate-window   beta is a mate score: a static evaluation neither proves nor refutes a mate
//              pawn-ending   without pieces zugzwang is likely (8/8/2k5/8/2P5/2K5/8/8 w)
//
// The rule does not act in check: the static evaluation is unreliable there.
struct ReverseFutility {
  enum class P { Base, Margin, Improving, MaxDepth, BlendPercent };
  static constexpr std::array<ParameterInfo, 5> kParameters = {{
      {"base", "centipawns", 0, 2000, 0, "constant part of the margin"},
      {"margin", "centipawns", 0, 1000, 80, "added per ply of remaining depth", 300},
      {"improving", "centipawns", 0, 2000, 80, "subtracted if the side to move is improving"},
      {"max_depth", "plies", 1, 20, 8, "largest remaining depth at which the rule applies"},
      {"blend_percent", "percent", 0, 100, 35, "value returned: 0 beta, 100 the static evaluation, a blend in between"},
  }};
  // Centipawns.
  static constexpr int margin(const RuleSetting& setting, int depth, bool improving) {
    return std::max(setting[P::Base] + setting[P::Margin] * depth - (improving ? setting[P::Improving] : 0), 0);
  }

  static constexpr int kPercent = 100;

  static constexpr MarginInfo kMargin = {
      .at = [](const RuleSetting& setting,
               const MarginFacts& facts) { return margin(setting, facts.depth, facts.improving); },
      .facts = [](const MarginQuestion& q,
                  const RuleSetting&) { return MarginFacts{.depth = q.depth, .improving = q.improving}; },
      // The bound is a blend of beta and the static evaluation.
      .largest = [](const MarginQuestion& q, const RuleSetting&, const Conventions&) -> std::optional<int> {
        if (!q.static_eval) return std::nullopt;
        return (*q.static_eval - q.beta).value();
      },
      .watched = [](RuleSetting& setting) { setting.values[static_cast<std::size_t>(P::BlendPercent)] = kPercent; }};
  static constexpr RuleInfo kInfo = {
      .name = "reverse_futility",
      .family = RuleFamily::FailHigh,
      .place = Place::Node,
      .condition = "1 <= d <= max_depth and E - (base + margin d - improving) >= beta",
      .effect = "cut with beta + (E - beta) blend_percent / 100",
      .source = "static null move pruning; compare Muller's super stand pat",
      .soundness = "no",
      .parameters = kParameters,
      .margin = &kMargin,
      .arithmetic = "{static} - {margin} >= {beta} (static evaluation, margin {depth}{improving}, beta)"};

  template <class G = AllGuards>
  static Verdict ask(const NodeContext& c, const RuleSetting& setting, const Conventions&, const G& guards = {}) {
    const int depth = c.depth.plies();
    if (depth < 1 || depth > setting[P::MaxDepth] || c.in_check()) return Verdict::go_on();
    if (c.static_eval - Score{margin(setting, depth, c.improving)} < c.beta) return Verdict::go_on();
    if (const Guard g = guard_of_guess(c, c.beta, guards); g != Guard::None) return Verdict::held(g);
    if (guards(Guard::PawnEnding) && !c.has_pieces()) return Verdict::held(Guard::PawnEnding);
    const Score above = (c.static_eval - c.beta) * setting[P::BlendPercent] / kPercent;
    return Verdict::cut(std::min(c.beta + above, kMaxEvaluation));
  }
};

}  // namespace oknos::pruning
