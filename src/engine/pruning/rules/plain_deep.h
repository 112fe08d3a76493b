#pragma once

#include "engine/pruning/parts/draws.h"
#include "engine/pruning/parts/reply.h"

namespace oknos::pruning {

// Plain deep futility: after the move the opponent has a reply, no reply lowers the opponent's own material, and our
// next move cannot gain enough to reach alpha. Needs no null move. Checks are futile like other moves, except mates.
//
//   condition  d = 2, 3 and est(m) + PM2(n.m, them) + V1(n.m, them) + prom(n.m, us) + PM(n.m, us) <= alpha
//   source     this project
//   sound      with estimate = bounds and in_check = stand_pat
//   bound      the left side of the condition
//   guards     gives-check    the move is not mate
//              draw-in-reach  alpha < 0: the move does not draw, and at d = 3 they have a reply after which we are
//                             neither drawn nor stalemated (6Q1/k4R2/8/8/8/8/8/5K2 b - - 97 60 after a7a6 f7e7)
//              mate-window
struct PlainDeep {
  enum class P { Margin };
  static constexpr std::array<ParameterInfo, 1> kParameters = {
      {{"margin", "centipawns", 0, 3000, 300,
        "positional gain allowed for the next moves, unless the estimate includes a bound"}}};
  static constexpr RuleInfo kInfo = {
      .name = "plain_deep",
      .family = RuleFamily::Deep,
      .place = Place::Move,
      .condition = "d = 2, 3 and est(m) + PM2(n.m, them) + V1(n.m, them) + prom(n.m, us) + PM(n.m, us) <= alpha",
      .effect = "skip the move",
      .source = "this project",
      .soundness = "with estimate = bounds and in_check = stand_pat",
      .parameters = kParameters,
      .margin = &kPlainMargin,
      .arithmetic =
          "{E} + {gain} + {V1(n.m, them)} + {prom(n.m, us)} + {margin} <= {alpha} "
          "({estimate}, gain, {names of V1(n.m, them)}, promotion, margin for 2 PM + PM2, alpha)"};

  static constexpr int kMinDepth = 2;
  static constexpr int kMaxDepth = 3;
  static constexpr int kMoves = 2;  // moves after m considered for W: the reply and our second

  static bool cannot_fire(const NodeContext& node, const RuleSetting& setting, const Conventions& conventions) {
    return node.depth < Depth{kMinDepth} || node.depth > Depth{kMaxDepth + 1} ||
           node.surely_above(conventions.estimate, node.alpha - Score{setting[P::Margin]});
  }

  template <class G = AllGuards>
  static Verdict ask(const MoveContext& c, const RuleSetting& setting, const Conventions& conventions,
                     const G& guards = {}) {
    const NodeContext& node = c.node;
    if (node.depth < Depth{kMinDepth} || node.depth > Depth{kMaxDepth + (guards(Guard::DepthRange) ? 0 : 1)})
      return Verdict::go_on();
    const Score margin{setting[P::Margin]};
    if (c.surely_above(conventions.estimate, node.alpha - margin)) return Verdict::go_on();
    if (is_silent_in_check(node, conventions) || !node.knows(conventions.estimate)) return Verdict::go_on();
    const Score now = c.estimate(conventions.estimate, kMoves, guards) + margin;
    if (now > node.alpha) return Verdict::go_on();
    const eval::Incremental incremental = c.incremental_after();
    const Color us = node.us();
    const Score win = c.after([&](const Position& after) {
      Score sum = eval::victims(after, ~us).first + promotion_threat(after, us, guards);
      if (conventions.estimate == Estimate::Bounds) sum += eval::max_psqt_loss_in_two(after, incremental, ~us);
      return sum;
    });
    if (now + win > node.alpha) return Verdict::go_on();
    if (guards(Guard::MateWindow) && is_decisive(node.alpha)) return Verdict::held(Guard::MateWindow);
    if (const Guard g = guard_of_child(c, conventions, guards); g != Guard::None) return Verdict::held(g);
    return Verdict::skip(now + win);
  }

 private:
  template <class G>
  static Guard guard_of_child(const MoveContext& c, const Conventions& conventions, const G& guards) {
    const NodeContext& node = c.node;
    return c.after([&](const Position& after) {
      const MoveList replies = legal_moves(after);
      if (guards(Guard::GivesCheck) && replies.empty() && after.in_check()) return Guard::GivesCheck;
      if (!conventions.proves(guards, Guard::DrawInReach) || node.alpha >= kDraw) return Guard::None;
      if (replies.empty() || is_drawn(after, node.ply + 1)) return Guard::DrawInReach;
      if (node.depth < Depth{kMaxDepth}) return Guard::None;
      // One reply that neither draws nor stalemates us is enough: the opponent would choose it. The board is the one
      // after our move.
      const bool any = std::any_of(replies.begin(), replies.end(), [&](Move reply) {
        return node.after(reply, [&](const Position& p) { return is_alive(p, node.ply + 2); });
      });
      return any ? Guard::None : Guard::DrawInReach;
    });
  }
};

}  // namespace oknos::pruning
