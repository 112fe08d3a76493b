#pragma once

#include "engine/pruning/parts/deep_node.h"
#include "engine/pruning/parts/draws.h"

namespace oknos::pruning {

// Weak deep futility: assumes that an attacked queen escapes, so our next move captures at best their second most
// valuable piece. If that does not lift the estimate above alpha, the move is futile. Applied to a whole node: only
// checks, captures of the queen and captures that gain enough are generated, unless one of our moves may pin the queen.
//
//   condition  1 < d <= 3, they have a queen, m neither takes nor pins one nor gives check, and
//              est(m) + V2(n.m, them) + prom(n.m, us) + PM2(n.m, them) + PM(n.m, us) <= alpha
//   source     H. G. Muller, "Deep Futility Pruning", with their second piece before the move: its value is never
//              larger after it. The first PM is part of est(m)
//   sound      no: it assumes that an attacked queen always escapes. A trapped queen does not, nor one that is forked
//              with the king or another valuable piece
//   bound      the left side of the condition
//   guards     mate-window    alpha may be a mate score
//              gives-check    after a check the opponent may have no time to save the queen, or be mated
//              draw-in-reach  alpha < 0: the move does not draw (8/8/8/7p/7p/7P/p1K5/k7 w: Kc1 stalemates)
struct WeakDeepFutility {
  enum class P { Margin };
  static constexpr std::array<ParameterInfo, 1> kParameters = {
      {{"margin", "centipawns", 0, 3000, 450,
        "positional change allowed for our two moves and their reply, unless the estimate includes a bound"}}};
  static constexpr RuleInfo kInfo = {
      .name = "weak_deep_futility",
      .family = RuleFamily::Deep,
      .place = Place::Move,
      .also_of_node = true,
      .condition =
          "1 < d <= 3, they have a queen, no check, m neither captures nor pins it, "
          "est(m) + V2(n.m, them) + prom(n.m, us) + PM2(n.m, them) + PM(n.m, us) <= alpha",
      .effect = "skip the move; of the node: generate checks, captures of the queen, and captures that win enough",
      .source = "Muller",
      .soundness = "no, it assumes that a queen always escapes",
      .parameters = kParameters,
      .margin = &kPlainMargin,
      .arithmetic =
          "{E} + {gain} + {V2(n.m, them)} + {prom(n.m, us)} + {margin} <= {alpha} "
          "({estimate}, gain, {names of V2(n.m, them)}, promotion, margin for 2 PM + PM2, alpha)",
      .arithmetic_of_rest =
          "{E} + {gain} + {V2(them)} + {prom2(us)} + {margin} <= {alpha} "
          "({estimate}, gain, {names of V2(them)}, promotion, margin for 2 PM + PM2, alpha)"};

  static constexpr int kMinDepth = WeakDeepNode::kMinDepth;
  static constexpr int kMaxDepth = WeakDeepNode::kMaxDepth;
  static constexpr int kMoves = 2;  // moves after m considered for W: the reply and our second

  template <class G = AllGuards>
  static Verdict ask(const NodeContext& c, const RuleSetting& setting, const Conventions& conventions,
                     const G& guards = {}) {
    const auto second = [&] { return eval::victims(c.position, ~c.us()).second; };
    const auto most = WeakDeepNode::limit(c, Score{setting[P::Margin]}, conventions, guards, second);
    if (!most) return Verdict::go_on();
    if (const Guard g = WeakDeepNode::guard(c, conventions, guards); g != Guard::None) return Verdict::held(g);
    const Score least_gain = c.alpha - *most + Score{1};
    return Verdict::restrict_to({.floor = least_gain, .queens_only = true, .checks = guards(Guard::GivesCheck)},
                                c.alpha);
  }

  static bool cannot_fire(const NodeContext& node, const RuleSetting& setting, const Conventions& conventions) {
    return node.depth < Depth{kMinDepth} || node.depth > Depth{kMaxDepth} ||
           node.surely_above(conventions.estimate, node.alpha - Score{setting[P::Margin]});
  }

  template <class G = AllGuards>
  static Verdict ask(const MoveContext& c, const RuleSetting& setting, const Conventions& conventions,
                     const G& guards = {}) {
    const NodeContext& node = c.node;
    if (node.depth < Depth{kMinDepth} || node.depth > Depth{kMaxDepth}) return Verdict::go_on();
    const Score margin{setting[P::Margin]};
    if (c.surely_above(conventions.estimate, node.alpha - margin)) return Verdict::go_on();
    if (is_silent_in_check(node, conventions) || !node.knows(conventions.estimate)) return Verdict::go_on();
    const Color us = node.us();
    if (!node.position.pieces(~us, PieceType::Queen) || c.captured() == PieceType::Queen) return Verdict::go_on();
    Score most = c.estimate(conventions.estimate, kMoves, guards) + margin;
    if (most > node.alpha) return Verdict::go_on();

    bool pins = false;
    const eval::Incremental incremental = c.incremental_after();
    c.after([&](const Position& after) {
      most += eval::victims(after, ~us).second + promotion_threat(after, us, guards);
      if (conventions.estimate == Estimate::Bounds) most += eval::max_psqt_loss_in_two(after, incremental, ~us);
      pins = is_queen_pinned(after, ~us);
    });
    if (most > node.alpha || pins) return Verdict::go_on();
    if (guards(Guard::MateWindow) && is_decisive(node.alpha)) return Verdict::held(Guard::MateWindow);
    if (guards(Guard::GivesCheck) && c.gives_check()) return Verdict::held(Guard::GivesCheck);
    if (conventions.proves(guards, Guard::DrawInReach) && node.alpha < kDraw &&
        !c.after([&](const Position& after) { return is_alive(after, node.ply + 1); }))
      return Verdict::held(Guard::DrawInReach);
    return Verdict::skip(most);
  }
};

}  // namespace oknos::pruning
