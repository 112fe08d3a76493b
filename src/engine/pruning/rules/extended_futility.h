#pragma once

#include "engine/pruning/parts/list_cutoff.h"
#include "engine/pruning/parts/rule.h"
#include "engine/pruning/parts/shared_guards.h"

namespace oknos::pruning {

// Extended futility: frontier futility with a larger margin, two plies above the horizon or, with a slope, more.
//
//   condition  2 <= d <= max_depth and est(m) + margin + slope (d - 2) <= alpha
//              (with after_reduction, d is the depth after late move reductions, which may be 1)
//   source     E. A. Heinz, "Extended Futility Pruning", ICCA Journal 21(2), 1998 (d = 2 only, from a rook to a rook
//              and a pawn); today's programs let the margin grow with the depth
//   sound      no: with two plies to go a quiet move may prepare a capture
//   bound      the estimate with its margin
//   guards     pv-node          (pv_nodes = 0) the exact value is needed
//              mate-window      alpha may be a mate score
//              after-extension  (after_extension = 0) Heinz does not prune after an extension: the line is forcing
//              few-pieces       (min_opposing_pieces) in endings a pawn can decide the game
//              exemptions       all
//
// The rule does not act in check: the static evaluation is unreliable there.
struct ExtendedFutility {
  static constexpr int kMinDepth = 2;  // plies; below, frontier futility acts

  enum class P { Margin, Slope, MaxDepth, MinOpposingPieces, AfterReduction, PvNodes, AfterExtension };
  static constexpr std::array<ParameterInfo, 7> kParameters = {{
      {"margin", "centipawns", 0, 4000, 160, "gain allowed over two plies"},
      {"slope", "centipawns", 0, 1000, 80, "added per ply of remaining depth beyond 2", 300},
      {"max_depth", "plies", 2, 12, 8, "largest remaining depth at which the rule applies"},
      {"min_opposing_pieces", "pieces", 0, 8, 0,
       "does not apply if the opponent has fewer pieces, not counting king and pawns"},
      {"after_reduction", "0 or 1", 0, 1, 1, "1: use the depth that remains after late move reduction"},
      {"pv_nodes", "0 or 1", 0, 1, 0, "1: applies to PV nodes too"},
      {"after_extension", "0 or 1", 0, 1, 0, "1: applies after an extended move too"},
  }};
  // Centipawns; `depth` is the reduced one with after_reduction.
  static constexpr int margin(const RuleSetting& setting, int depth) {
    return setting[P::Margin] + setting[P::Slope] * (depth - kMinDepth);
  }

  static constexpr MarginInfo kMargin = {
      .at = [](const RuleSetting& setting, const MarginFacts& facts) { return margin(setting, facts.depth); },
      .facts =
          [](const MarginQuestion& q, const RuleSetting& setting) {
            return MarginFacts{.depth = setting[P::AfterReduction] != 0 ? q.reduced_depth : q.depth};
          }};
  static constexpr RuleInfo kInfo = {.name = "extended_futility",
                                     .family = RuleFamily::Futility,
                                     .place = Place::Move,
                                     .condition = "2 <= d <= max_depth and est(m) + margin + slope (d - 2) <= alpha",
                                     .effect = "skip the move",
                                     .source = "Heinz 1998",
                                     .soundness = "no",
                                     .parameters = kParameters,
                                     .margin = &kMargin,
                                     .arithmetic = kFutileMoveArithmetic};

  static constexpr int kMoves = 0;  // moves after m considered for W

  static constexpr bool reads_reduced_depth(const RuleSetting& setting) { return setting[P::AfterReduction] != 0; }

  static bool cannot_fire(const NodeContext& node, const RuleSetting& setting, const Conventions& conventions) {
    const bool reduced = setting[P::AfterReduction] != 0;
    const int least = reduced ? margin(setting, 1) : margin(setting, kMinDepth);
    return node.depth < Depth{kMinDepth} || node.in_check() || (!reduced && node.depth > Depth{setting[P::MaxDepth]}) ||
           node.surely_above(conventions.estimate, node.alpha - Score{least}) || is_held(node, setting);
  }

  template <class G = AllGuards>
  static Verdict ask(const MoveContext& c, const RuleSetting& setting, const Conventions& conventions,
                     const G& guards = {}) {
    if (c.node.depth < Depth{kMinDepth} || c.node.in_check()) return Verdict::go_on();
    const int depth = (setting[P::AfterReduction] != 0 ? c.reduced_depth : c.node.depth).plies();
    if (depth > setting[P::MaxDepth]) return Verdict::go_on();
    const Score bound = c.estimate(conventions.estimate, kMoves, guards) + Score{margin(setting, depth)};
    if (bound > c.node.alpha) return Verdict::go_on();
    const bool in_pv = setting[P::PvNodes] != 0;
    if (const Guard g = guard_of_guess(c.node, c.node.alpha, guards, in_pv); g != Guard::None) return Verdict::held(g);
    if (guards(Guard::AfterExtension) && is_held_after_extension(c.node, setting))
      return Verdict::held(Guard::AfterExtension);
    if (const Guard g = guard_of_futile_move(c, setting[P::MinOpposingPieces], conventions.exemptions, guards);
        g != Guard::None)
      return Verdict::held(g);
    // With after_reduction the depth, and so the margin, differs from move to move.
    if (setting[P::AfterReduction] != 0) return Verdict::skip(bound);
    return skip_futile(c, bound, conventions, conventions.exemptions);
  }

  // With list_cutoff = on: are all quiet moves futile, except exempt ones?
  static Verdict ask_of_quiets(const NodeContext& node, const RuleSetting& setting, const Conventions& conventions) {
    const int depth = node.depth.plies();
    if (depth < kMinDepth || depth > setting[P::MaxDepth] || setting[P::AfterReduction] != 0) return Verdict::go_on();
    if (node.in_check() || is_held(node, setting)) return Verdict::go_on();
    return skip_futile_quiets(node, Score{margin(setting, depth)}, setting[P::MinOpposingPieces], conventions);
  }

 private:
  static bool is_held(const NodeContext& node, const RuleSetting& setting) {
    return holds_guesses(node, setting[P::PvNodes] != 0) || is_held_after_extension(node, setting);
  }
  static bool is_held_after_extension(const NodeContext& node, const RuleSetting& setting) {
    return node.after_extension && setting[P::AfterExtension] == 0;
  }
};

}  // namespace oknos::pruning
