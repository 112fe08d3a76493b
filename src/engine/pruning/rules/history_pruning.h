#pragma once

#include "engine/pruning/parts/conventions.h"
#include "engine/pruning/parts/rule.h"
#include "engine/pruning/parts/shared_guards.h"

namespace oknos::pruning {

// History pruning: near the horizon, skips a quiet move whose history score is bad.
//
//   condition  1 <= d <= max_depth and history(m) < -threshold d, m quiet
//   source     F. Letouzey, Fruit, 2005 (history leaf pruning); with a threshold for each ply in the programs since
//   sound      no: a move that failed elsewhere may be best here
//   bound      the best value so far: the rule only claims that the move is not better
//   guards     pv-node           the principal variation needs all moves
//              in-check          all evasions are searched
//              nothing-searched  one move must be searched first
//              mate-window       while the best value is a mate score, all moves are searched
//              pawn-ending       without pieces a single quiet move can decide the game (8/8/2k5/8/2P5/2K5/8/8 w)
//              exemptions        only gives-check: most mates are given by quiet checks
//                                (6k1/5ppp/8/8/8/8/8/R3K3 w: Ra8)
struct HistoryPruning {
  enum class P { Threshold, MaxDepth };
  // 4000 of 16384: the worst history is skipped up to depth 4.
  static constexpr std::array<ParameterInfo, 2> kParameters = {{
      {"threshold", "1/16384", 0, 16384, 4000,
       "how far below zero the move's history must be, per ply of remaining depth"},
      {"max_depth", "plies", 1, 20, 4, "largest remaining depth at which the rule applies"},
  }};
  // Moves with a history below minus this are skipped.
  static constexpr int limit(const RuleSetting& setting, int depth) { return setting[P::Threshold] * depth; }

  static constexpr MarginInfo kMargin = {
      .unit = "1/16384",
      .step = 256,
      .at = [](const RuleSetting& setting, const MarginFacts& facts) { return limit(setting, facts.depth); },
      // The history must be below the negative margin.
      .largest = [](const MarginQuestion& q, const RuleSetting&, const Conventions&) -> std::optional<int> {
        return -q.history - 1;
      }};
  static constexpr RuleInfo kInfo = {.name = "history_pruning",
                                     .family = RuleFamily::Order,
                                     .place = Place::Move,
                                     .condition = "1 <= d <= max_depth and history(m) < -threshold d",
                                     .effect = "skip the quiet move",
                                     .source = "Letouzey 2005",
                                     .soundness = "no",
                                     .parameters = kParameters,
                                     .margin = &kMargin,
                                     .arithmetic = "history {history} < -{margin} {depth}"};

  static bool cannot_fire(const NodeContext& node, const RuleSetting& setting, const Conventions&) {
    constexpr int kWorst = 16384;  // the lowest history (MoveContext)
    return node.depth > Depth{setting[P::MaxDepth]} || limit(setting, node.depth.plies()) >= kWorst ||
           holds_late_moves(node);
  }

  static bool cannot_fire(const MoveContext& c, const RuleSetting& setting, const Conventions&) {
    return c.history >= -limit(setting, c.node.depth.plies());
  }

  template <class G = AllGuards>
  static Verdict ask(const MoveContext& c, const RuleSetting& setting, const Conventions& conventions,
                     const G& guards = {}) {
    const NodeContext& node = c.node;
    const int depth = node.depth.plies();
    if (depth < 1 || depth > setting[P::MaxDepth]) return Verdict::go_on();
    if (c.history >= -limit(setting, depth) || c.tactical()) return Verdict::go_on();
    if (const Guard g = guard_of_late_move(c, conventions, guards); g != Guard::None) return Verdict::held(g);
    return Verdict::skip(c.best);
  }
};

}  // namespace oknos::pruning
