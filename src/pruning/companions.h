#pragma once

#include <algorithm>

#include "base/score.h"
#include "pruning/context.h"
#include "pruning/rule.h"

// Not of the futility family, but a preset may switch them, and users ask for exactly these switches too. The search
// carries them out itself, so they have no ask().
namespace oknos::pruning {

// Null move pruning: if passing the move still holds beta at a reduced depth, a real move will. Source: C. Donninger,
// "Null Move and Deep Search", ICCA Journal 16(3), 1993. Unsound in zugzwang, so never without pieces.
struct NullMovePruning {
  enum class P { MinDepth, Reduction, DepthDivisor };
  static constexpr std::array<ParameterInfo, 3> kParameters = {{
      {"min_depth", "plies", 1, 20, "remaining depth from which the null move is tried"},
      {"reduction", "plies", 1, 8, "what the search after the null move is shorter by, at least"},
      {"depth_divisor", "plies", 1, 100, "one more ply of reduction for each so many of remaining depth; 100: no more"},
  }};
  static constexpr RuleInfo kInfo = {
      .name = "null_move",
      .kind = RuleKind::Companion,
      .condition = "E >= beta and d >= min_depth and a null move searched to d - 1 - R holds beta",
      .effect = "cut",
      .source = "Donninger 1993",
      .soundness = "no: zugzwang",
      .parameters = kParameters};

  // R: the child of the null move is searched to d - 1 - R. In plies.
  static constexpr int reduction(const RuleSetting& setting, Depth depth) {
    return setting[P::Reduction] + depth.plies() / setting[P::DepthDivisor];
  }
  // Remaining depth of the search after the null move.
  static constexpr Depth depth_after(const RuleSetting& setting, Depth depth) {
    return std::max(depth - 1 - reduction(setting, depth), Depth{0});
  }

  // Would the search pass at this node, if the static value is good enough? What the rules that foresee a null move
  // ask.
  static bool is_allowed(const NodeContext& c) {
    return may_foresee(c, c.depth, c.beta) && !c.after_null && !c.in_check() && c.has_pieces();
  }
  // The same of a node of that depth and beta below this one, as far as the position there has no say.
  static bool may_foresee(const NodeContext& c, Depth depth, Score beta) {
    return c.null_move && !c.pv && depth >= Depth{(*c.null_move)[P::MinDepth]} && !is_mate(beta);
  }
};

// Late move reductions: quiet moves late in the order are searched shallower first, and again at full depth if they
// surprise.
struct LateMoveReductions {
  enum class P { MinDepth, MinMoves, Base, Divisor };
  static constexpr std::array<ParameterInfo, 4> kParameters = {{
      {"min_depth", "plies", 1, 20, "remaining depth from which moves are reduced"},
      {"min_moves", "moves", 1, 64, "moves searched in full before any is reduced"},
      {"base", "1/100 ply", -200, 500, "the constant part of the reduction"},
      {"divisor", "1/100", 50, 1000, "ln(d) ln(number of the move) is divided by this"},
  }};
  static constexpr RuleInfo kInfo = {.name = "late_move_reductions",
                                     .kind = RuleKind::Companion,
                                     .condition = "d >= min_depth, after min_moves moves",
                                     .effect = "search base + ln(d) ln(number) / divisor plies shallower first",
                                     .source = "Romstad, Fruit and Glaurung, 2005",
                                     .soundness = "no",
                                     .parameters = kParameters};
};

// Check extension: a side in check is searched one ply deeper, so that checks do not push a loss over the horizon.
struct CheckExtension {
  static constexpr RuleInfo kInfo = {.name = "check_extension",
                                     .kind = RuleKind::Companion,
                                     .condition = "the move gives check",
                                     .effect = "search one ply deeper",
                                     .source = "folklore; Slate and Atkin 1977",
                                     .soundness = "leaves nothing out"};
};

// Aspiration: an iteration begins with a small window around the last iteration's value, and is repeated with a wider
// one when the value lies outside.
struct AspirationWindow {
  enum class P { Delta, MinDepth };
  static constexpr std::array<ParameterInfo, 2> kParameters = {{
      {"delta", "centipawns", 1, 1000, "half the width of the first window"},
      {"min_depth", "plies", 1, 50, "the first iteration that uses a window"},
  }};
  static constexpr RuleInfo kInfo = {.name = "aspiration",
                                     .kind = RuleKind::Companion,
                                     .condition = "iteration >= min_depth",
                                     .effect = "search with the window (last value - delta, last value + delta) first",
                                     .source = "Slate and Atkin 1977",
                                     .soundness = "leaves nothing out by itself",
                                     .parameters = kParameters};
};

// The transposition table. Without it every path to a position is searched anew.
struct TranspositionTable {
  static constexpr RuleInfo kInfo = {
      .name = "transposition_table",
      .kind = RuleKind::Companion,
      .condition = "the table knows the position deep enough, with a bound that decides",
      .effect = "cut with the value of the table; its move is searched first in any case",
      .source = "Greenblatt, Eastlake and Crocker 1967",
      .soundness = "but for the path: repetitions and the fifty-move clock"};
};

}  // namespace oknos::pruning
