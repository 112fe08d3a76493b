#pragma once

#include "engine/pruning/parts/conventions.h"
#include "engine/pruning/parts/rule.h"
#include "engine/pruning/parts/shared_guards.h"

namespace oknos::pruning {

// Late move pruning (LMP, also move count pruning): near the horizon, once enough moves have been searched, all
// remaining quiet moves are skipped.
//
//   condition  1 <= d <= max_depth and searched >= (base + scale/100 d^2) / (2 - improving), m quiet
//   source     T. King, "Move count based pruning", CCC 2010; Stockfish; after Fruit's history leaf pruning
//   sound      no: it relies on the move ordering
//   bound      the best value so far: the rule only claims that no later quiet move is better
//   guards     pv-node           the principal variation needs all moves
//              in-check          all evasions are searched
//              nothing-searched  one move must be searched first
//              mate-window       while the best value is a mate score, all moves are searched
//              pawn-ending       without pieces a single quiet move can decide the game
//              exemptions        only gives-check, also for the rest of the list: most mates are given by quiet checks.
//                                The other exemptions are about single moves
struct LateMovePruning {
  enum class P { Base, Scale, MaxDepth };
  static constexpr std::array<ParameterInfo, 3> kParameters = {{
      {"base", "moves", 0, 64, 3, "constant term of the number of moves"},
      {"scale", "1/100 moves", 0, 1000, 100, "factor of the squared depth"},
      {"max_depth", "plies", 1, 20, 8, "largest remaining depth at which the rule applies"},
  }};
  // Minimum number of moves searched, including captures.
  static constexpr int limit(const RuleSetting& setting, Depth depth, bool improving) {
    constexpr int kPercent = 100;
    const int d = depth.plies();
    const int moves = setting[P::Base] + d * d * setting[P::Scale] / kPercent;
    return improving ? moves : moves / 2;
  }

  static constexpr MarginInfo kMargin = {
      .unit = "moves",
      .step = 1,
      .at = [](const RuleSetting& setting,
               const MarginFacts& facts) { return limit(setting, Depth{facts.depth}, facts.improving); },
      .facts = [](const MarginQuestion& q,
                  const RuleSetting&) { return MarginFacts{.depth = q.depth, .improving = q.improving}; },
      .largest = [](const MarginQuestion& q, const RuleSetting&, const Conventions&) -> std::optional<int> {
        return q.searched;
      }};
  static constexpr RuleInfo kInfo = {
      .name = "late_move_pruning",
      .family = RuleFamily::Order,
      .place = Place::Move,
      .condition = "1 <= d <= max_depth and searched >= (base + scale/100 d^2) / (2 - improving)",
      .effect = "skip all remaining quiet moves (unless exempt: checks)",
      .source = "King 2010; Stockfish",
      .soundness = "no",
      .parameters = kParameters,
      .margin = &kMargin,
      .arithmetic = "{searched} moves searched, {margin} are enough {depth}{improving}"};

  static bool cannot_fire(const NodeContext& node, const RuleSetting& setting, const Conventions&) {
    return node.depth > Depth{setting[P::MaxDepth]} || holds_late_moves(node);
  }

  template <class G = AllGuards>
  static Verdict ask(const MoveContext& c, const RuleSetting& setting, const Conventions& conventions,
                     const G& guards = {}) {
    const NodeContext& node = c.node;
    if (node.depth < Depth{1} || node.depth > Depth{setting[P::MaxDepth]}) return Verdict::go_on();
    if (c.searched < limit(setting, node.depth, node.improving) || c.tactical()) return Verdict::go_on();
    if (const Guard g = guard_of_late_move(c, conventions, guards); g != Guard::None) return Verdict::held(g);
    const bool spare_checks = conventions.exemptions.contains(Guard::GivesCheck);
    return Verdict::skip_quiets(c.best, spare_checks ? ExemptionSet{Guard::GivesCheck} : ExemptionSet{});
  }
};

}  // namespace oknos::pruning
