#pragma once

#include "engine/pruning/parts/draws.h"
#include "engine/pruning/parts/reply.h"

namespace oknos::pruning {

// Plain super stand pat: super stand pat without a null move. Whatever we play, no reply brings us below beta, and we
// have a legal move.
//
//   condition  d <= 2 and E - PM2(us) - V1(us) - prom(them) - PM(them) >= beta
//   source     this project
//   sound      with estimate = bounds and in_check = stand_pat, in check too
//   bound      the left side of the condition
//   guards     legal-move   we have a move
//              child-alive  at d = 2 and beta > 0: after one of our moves the game continues
//              mate-window
struct PlainSuper {
  enum class P { Margin };
  static constexpr std::array<ParameterInfo, 1> kParameters = {
      {{"margin", "centipawns", 0, 2000, 300,
        "positional loss allowed for two moves, unless the estimate includes a bound"}}};
  static constexpr RuleInfo kInfo = {.name = "plain_super",
                                     .family = RuleFamily::FailHigh,
                                     .place = Place::Node,
                                     .condition = "d <= 2 and E - PM2(us) - V1(us) - prom(them) - PM(them) >= beta",
                                     .effect = "cut; no null move is needed",
                                     .source = "this project",
                                     .soundness = "with estimate = bounds and in_check = stand_pat",
                                     .parameters = kParameters,
                                     .margin = &kPlainMargin,
                                     .arithmetic =
                                         "{E} - {V1(us)} - {prom(them)} - {margin} >= {beta} "
                                         "({estimate}, {names of V1(us)}, promotion, margin for PM2 + PM, beta)"};

  static constexpr int kMaxDepth = 2;
  static constexpr int kMoves = 2;  // moves considered for W: ours and the reply

  static bool cannot_fire(const NodeContext& c, const RuleSetting& setting, const Conventions& conventions) {
    return c.depth > Depth{kMaxDepth + 1} || c.surely_below(conventions.estimate, c.beta + Score{setting[P::Margin]});
  }

  template <class G = AllGuards>
  static Verdict ask(const NodeContext& c, const RuleSetting& setting, const Conventions& conventions,
                     const G& guards = {}) {
    if (c.depth > Depth{kMaxDepth + (guards(Guard::DepthRange) ? 0 : 1)}) return Verdict::go_on();
    if (is_silent_in_check(c, conventions) || !c.knows(conventions.estimate)) return Verdict::go_on();
    Score least = c.at_least(conventions.estimate, kMoves) - Score{setting[P::Margin]};
    if (least < c.beta) return Verdict::go_on();
    // Our move may put any piece en prise, so current attacks do not matter.
    least -= eval::victims(c.position, c.us()).first + promotion_threat(c.position, ~c.us(), guards);
    if (conventions.estimate == Estimate::Bounds)
      least -= eval::max_psqt_loss_in_two(c.position, c.incremental, c.us());
    if (least < c.beta) return Verdict::go_on();
    if (guards(Guard::MateWindow) && is_decisive(c.beta)) return Verdict::held(Guard::MateWindow);
    const MoveList moves = legal_moves(c.position);
    if (guards(Guard::LegalMove) && moves.empty()) return Verdict::held(Guard::LegalMove);
    if (guards(Guard::ChildAlive) && c.depth >= Depth{kMaxDepth} && c.beta > kDraw && !any_keeps_alive(c, moves))
      return Verdict::held(Guard::ChildAlive);
    return Verdict::cut(least);
  }

 private:
  static bool any_keeps_alive(const NodeContext& c, const MoveList& moves) {
    return std::any_of(moves.begin(), moves.end(), [&](Move m) {
      return c.after(m, [&](const Position& after) { return is_alive(after, c.ply + 1); });
    });
  }
};

}  // namespace oknos::pruning
