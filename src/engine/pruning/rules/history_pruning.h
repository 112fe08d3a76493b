#pragma once

#include "engine/pruning/parts/conventions.h"
#include "engine/pruning/parts/rule.h"
#include "engine/pruning/parts/shared_guards.h"

namespace oknos::pruning {

// History pruning: near the horizon a quiet move that did badly elsewhere in the tree is skipped.
//
//   condition  1 <= d <= max_depth and history(m) < -threshold d, m quiet
//   source     F. Letouzey, Fruit, 2005 (history leaf pruning); with a threshold for each ply in the programs since
//   sound      no: what failed elsewhere may be the move here
//   bound      the best value so far: the rule claims only that the move is not better
//   guards     pv-node           the whole principal variation is needed
//              in-check          all evasions are searched
//              nothing-searched  the node must have a value first
//              mate-window       while the best value is a mate score, all moves are searched
//              pawn-ending       without pieces a single quiet move decides (8/8/2k5/8/2P5/2K5/8/8 w)
//              exemptions        gives-check alone: a mate is a quiet check more often than not
//                                (6k1/5ppp/8/8/8/8/8/R3K3 w: Ra8)
struct HistoryPruning {
  enum class P { Threshold, MaxDepth };
  // 4000 of 16384: a move that failed all the time is skipped up to the fourth ply.
  static constexpr std::array<ParameterInfo, 2> kParameters = {{
      {"threshold", "1/16384", 0, 16384, 4000,
       "how far below zero the move's history must be, per ply of remaining depth"},
      {"max_depth", "plies", 1, 20, 4, "largest remaining depth at which the rule applies"},
  }};
  // A history that is worse than minus this is too bad.
  static constexpr int limit(const RuleSetting& setting, int depth) { return setting[P::Threshold] * depth; }

  static constexpr MarginInfo kMargin = {
      .unit = "1/16384",
      .step = 256,
      .at = [](const RuleSetting& setting, const MarginFacts& facts) { return limit(setting, facts.depth); },
      // The history must be worse than the margin.
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

  static bool is_idle(const NodeContext& node, const RuleSetting& setting, const Conventions&) {
    constexpr int kWorst = 16384;  // no history is worse (MoveContext)
    return node.depth > Depth{setting[P::MaxDepth]} || limit(setting, node.depth.plies()) >= kWorst;
  }

  static bool is_idle(const MoveContext& c, const RuleSetting& setting, const Conventions&) {
    return c.history >= -limit(setting, c.node.depth.plies());
  }

  static bool is_held(const NodeContext& node) { return holds_late_moves(node); }

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
