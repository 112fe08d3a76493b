#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "engine/pruning/parts/conventions.h"
#include "engine/pruning/parts/rule.h"
#include "engine/pruning/parts/shared_guards.h"

namespace oknos::pruning {

// Fitted futility: skips a quiet move if its estimated probability of exceeding alpha is small. Instead of separate
// limits for depth, move count and history, a logistic regression over audited moves weighs all cheap features;
// `oknos-lab margins` fits the weights.
//
//   condition  1 <= d <= max_depth and log odds + margin <= 0, m quiet, where, k being the moves searched before it,
//              log odds = base + depth d + log2(k) searched + history(m) history
//                         + max(alpha - E, 0) below + max(E - alpha, 0) above + improving + cut_node
//   source     J. Berkson, JASA 39, 1944, for the regression; Y. J. Lim and W. S. Lee, "RankCut", AAAI 2006, for
//              frequencies as a rule; M. Buro, "ProbCut", ICCA Journal 18(2), 1995, for a probability as a rule
//   sound      no: a small probability is not zero
//   bound      the best value so far: the rule only claims that the move is not better
//   guards     pv-node           the principal variation needs all moves
//              in-check          all evasions are searched
//              nothing-searched  one move must be searched first
//              mate-window       while the best value is a mate score, all moves are searched
//              pawn-ending       without pieces a single quiet move can decide the game
//              exemptions        only gives-check: most mates are given by quiet checks
struct FittedFutility {
  enum class P { Margin, Base, Depth, Searched, History, Below, Above, Improving, CutNode, MaxDepth };
  // Defaults: the weights of the preset calibrated.
  static constexpr std::array<ParameterInfo, 10> kParameters = {{
      {"margin", "1/100 log odds", -3000, 3000, 520, "how far below even the odds of beating alpha must be", 1200},
      {"base", "1/100", -3000, 3000, -118, "constant term of the log odds"},
      {"depth", "1/100 a ply", -500, 500, -20, "added per ply of remaining depth"},
      {"searched", "1/100 a doubling", -500, 500, -81, "added per doubling of the number of moves searched"},
      {"history", "1/100", -1000, 1000, 222, "added for the best history, subtracted for the worst"},
      {"below", "1/100 a pawn", -500, 500, -327, "added per pawn by which the static evaluation is below alpha"},
      {"above", "1/100 a pawn", -500, 500, 143, "added per pawn by which the static evaluation is above alpha"},
      {"improving", "1/100", -500, 500, 14, "added if the side to move is improving"},
      {"cut_node", "1/100", -500, 500, 35, "added at expected cut nodes"},
      {"max_depth", "plies", 1, 20, 8, "largest remaining depth at which the rule applies"},
  }};
  static std::optional<int> largest_margin(const MarginQuestion& q, const RuleSetting& setting, const Conventions&);
  static constexpr MarginInfo kMargin = {.unit = "1/100 log odds", .scale = 100, .largest = &largest_margin};
  static constexpr RuleInfo kInfo = {.name = "fitted_futility",
                                     .family = RuleFamily::Futility,
                                     .place = Place::Move,
                                     .condition = "1 <= d <= max_depth and log odds(m) + margin <= 0",
                                     .effect = "skip the quiet move",
                                     .source = "Oknos 2026, after Berkson 1944 and Buro 1995",
                                     .soundness = "no",
                                     .parameters = kParameters,
                                     .margin = &kMargin,
                                     .arithmetic = "log odds {-largest} + {margin} <= 0 (margin)"};

  static constexpr int kUnit = 100;    // fixed point: 100 is 1.0, for log odds and features
  static constexpr int kPawn = 100;    // centipawns
  static constexpr int kMaxPawns = 8;  // maximum distance of alpha and the static evaluation that counts
  static constexpr int kMaxHistory = 16384;

  // The inputs of the regression.
  struct Facts {
    int depth = 1;        // remaining, plies
    int searched = 0;     // moves before this one
    int history = 0;      // -kMaxHistory to kMaxHistory
    int static_eval = 0;  // centipawns
    int alpha = 0;        // centipawns
    bool improving = false;
    bool cut_node = false;
  };

  // The features that the weights Depth to CutNode are multiplied by, in hundredths. The only place that defines their
  // scale; the regression uses it too.
  static constexpr int kFeatures = static_cast<int>(P::CutNode) - static_cast<int>(P::Depth) + 1;
  static constexpr std::array<int, kFeatures> features(const Facts& f) {
    const int below = std::clamp(f.alpha - f.static_eval, -kMaxPawns * kPawn, kMaxPawns * kPawn);
    return {f.depth * kUnit,
            doublings(f.searched),
            f.history * kUnit / kMaxHistory,
            below > 0 ? below * kUnit / kPawn : 0,
            below < 0 ? -below * kUnit / kPawn : 0,
            f.improving ? kUnit : 0,
            f.cut_node ? kUnit : 0};
  }

  // The natural logarithm of the odds that the move exceeds alpha, in hundredths.
  static constexpr int log_odds(const RuleSetting& setting, const Facts& facts) {
    int sum = 0;
    const auto all = features(facts);
    for (std::size_t i = 0; i < all.size(); ++i) sum += setting.values[static_cast<std::size_t>(P::Depth) + i] * all[i];
    return setting[P::Base] + sum / kUnit;
  }

  static bool cannot_fire(const NodeContext& node, const RuleSetting& setting, const Conventions&) {
    return node.depth > Depth{setting[P::MaxDepth]};
  }

  static bool cannot_fire(const MoveContext& c, const RuleSetting& setting, const Conventions&) {
    return c.node.static_eval == kNoScore || log_odds(setting, facts_of(c)) + setting[P::Margin] > 0;
  }

  template <class G = AllGuards>
  static Verdict ask(const MoveContext& c, const RuleSetting& setting, const Conventions& conventions,
                     const G& guards = {}) {
    const NodeContext& node = c.node;
    if (node.depth < Depth{1} || node.depth > Depth{setting[P::MaxDepth]} || c.tactical()) return Verdict::go_on();
    if (node.static_eval == kNoScore) return Verdict::go_on();
    if (log_odds(setting, facts_of(c)) + setting[P::Margin] > 0) return Verdict::go_on();
    if (guards(Guard::MateWindow) && is_decisive(node.alpha)) return Verdict::held(Guard::MateWindow);
    if (const Guard g = guard_of_late_move(c, conventions, guards); g != Guard::None) return Verdict::held(g);
    return Verdict::skip(c.best);
  }

 private:
  // The binary logarithm in hundredths, interpolated linearly between powers of two; 0 for n = 0.
  static constexpr int doublings(int n) {
    if (n < 1) return 0;
    const int whole = std::bit_width(static_cast<unsigned>(n)) - 1;
    return whole * kUnit + (n - (1 << whole)) * kUnit / (1 << whole);
  }

  static Facts facts_of(const MoveContext& c) {
    return {.depth = c.node.depth.plies(),
            .searched = c.searched,
            .history = c.history,
            .static_eval = c.node.static_eval.value(),
            .alpha = c.node.alpha.value(),
            .improving = c.node.improving,
            .cut_node = c.node.cut_node};
  }
};

inline std::optional<int> FittedFutility::largest_margin(const MarginQuestion& q, const RuleSetting& setting,
                                                         const Conventions&) {
  const Facts facts = {.depth = q.depth,
                       .searched = q.searched,
                       .history = q.history,
                       .static_eval = q.static_eval.value_or(q.alpha).value(),
                       .alpha = q.alpha.value(),
                       .improving = q.improving,
                       .cut_node = q.cut_node};
  return -log_odds(setting, facts);
}

}  // namespace oknos::pruning
