#pragma once

#include "engine/pruning/parts/deep_node.h"
#include "engine/pruning/parts/draws.h"

namespace oknos::pruning {

// Deep futility (specific): after the move the opponent can pass, and our next move still does not reach alpha. It
// anticipates super stand pat at the child node. Applied to a whole node: if even their most valuable piece is not
// enough after a quiet move, only checks and captures that gain enough are generated.
//
//   condition  1 < d <= 3 + R, no check, a null move is allowed after m, and
//              est(m) + V1(n.m, them) + prom(n.m, us) + PM(n.m, us) <= alpha
//   source     H. G. Muller, "Deep Futility Pruning": the text to 3 + R, the program below it to 3 (full_range = 0)
//   sound      in a search with that null move, with estimate = bounds and in_check = stand_pat
//   bound      the left side of the condition
//   guards     gives-check    in check the opponent cannot pass; otherwise mates in one are missed
//   (6k1/5ppp/8/7q/8/8/8/R5K1 w: Ra8)
//              null-allowed   they may pass after m; not after the capture of their last piece
//                             (8/2P5/7P/5K2/8/8/1k6/8 w)
//              draw-in-reach  alpha < 0: n.m is no draw and they have a move there; at d = 3 + R also we, after the
//                             null move (7k/8/8/8/2p5/p7/P1P5/KB6 b: c3 stalemates)
//              mate-window
//              For a whole node: draw-in-reach blocks if alpha < 0, and null-allowed requires two opposing pieces,
//              since one may be captured. With proof_guards = off null-allowed and draw-in-reach do not apply, as in
//              Muller's text
struct DeepFutility {
  enum class P { Margin, FullRange };
  static constexpr std::array<ParameterInfo, 2> kParameters = {
      {{"margin", "centipawns", 0, 3000, 300,
        "positional gain allowed for two moves, unless the estimate includes a bound"},
       {"full_range", "0 or 1", 0, 1, 1, "1: up to depth 3 + R; 0: up to depth 3, as in Muller's program"}}};
  static constexpr RuleInfo kInfo = {
      .name = "deep_futility",
      .family = RuleFamily::Deep,
      .place = Place::Move,
      .also_of_node = true,
      .condition =
          "1 < d <= 3 + R, no check, null move allowed in n.m, "
          "est(m) + V1(n.m, them) + prom(n.m, us) + PM(n.m, us) <= alpha",
      .effect = "skip the move; of the node: generate checks, and captures that win enough",
      .source = "Muller",
      .soundness = "against a search with null move, with estimate = bounds and in_check = stand_pat",
      .parameters = kParameters,
      .margin = &kPlainMargin,
      .arithmetic =
          "{E} + {gain} + {reply(n.m, us)} + {margin} <= {alpha} "
          "({estimate}, gain, {names of reply(n.m, us)}, margin for 2 PM, alpha)",
      .arithmetic_of_rest =
          "{E} + {gain} + {V1(them)} + {prom2(us)} + {margin} <= {alpha} "
          "({estimate}, gain, {names of V1(them)}, promotion, margin for 2 PM, alpha)"};

  static constexpr int kMinDepth = DeepNode::kMinDepth;
  static constexpr int kProgramDepth = 3;  // maximum depth at which Muller's program tests single moves
  static constexpr int kMoves = 0;         // moves after m considered for W; our second is part of best_win()

  static bool cannot_fire(const NodeContext& node, const RuleSetting& setting, const Conventions& conventions) {
    return !node.null_move || is_out_of_range(node, setting) ||
           node.surely_above(conventions.estimate, node.alpha - Score{setting[P::Margin]});
  }

  template <class G = AllGuards>
  static Verdict ask(const NodeContext& c, const RuleSetting& setting, const Conventions& conventions,
                     const G& guards = {}) {
    if (is_out_of_range(c, setting)) return Verdict::go_on();
    const auto best = [&] { return eval::victims(c.position, ~c.us()).first; };
    const auto most = DeepNode::limit(c, Score{setting[P::Margin]}, conventions, guards, best);  // for a quiet move
    if (!most) return Verdict::go_on();
    if (const Guard g = DeepNode::guard(c, conventions, guards); g != Guard::None) return Verdict::held(g);
    const Score least_gain = c.alpha - *most + Score{1};
    return Verdict::restrict_to({.floor = least_gain, .checks = guards(Guard::GivesCheck)}, c.alpha);
  }

  template <class G = AllGuards>
  static Verdict ask(const MoveContext& c, const RuleSetting& setting, const Conventions& conventions,
                     const G& guards = {}) {
    const NodeContext& node = c.node;
    if (!node.null_move || is_out_of_range(node, setting)) return Verdict::go_on();
    const Score margin{setting[P::Margin]};
    if (c.surely_above(conventions.estimate, node.alpha - margin)) return Verdict::go_on();
    if (is_silent_in_check(node, conventions) || !node.knows(conventions.estimate)) return Verdict::go_on();
    const Score now = c.estimate(conventions.estimate, kMoves, guards) + margin;
    if (now > node.alpha) return Verdict::go_on();
    const int depth_after = DeepNode::depth_after_null(node);
    if (depth_after > DeepNode::kDepthAfterNull + (guards(Guard::DepthRange) ? 0 : 1)) return Verdict::go_on();

    const Score missing = node.alpha - now;
    const eval::Incremental incremental = c.incremental_after();
    const Color us = node.us();
    const Score win = c.after([&](const Position&) {
      return best_win(node, incremental, us, Depth{depth_after}, conventions, guards, missing);
    });
    if (win > missing) return Verdict::go_on();
    if (guards(Guard::MateWindow) && is_decisive(node.alpha)) return Verdict::held(Guard::MateWindow);
    if (guards(Guard::GivesCheck) && c.gives_check()) return Verdict::held(Guard::GivesCheck);
    if (const Guard g = guard_of_child(c, depth_after, conventions, guards); g != Guard::None) return Verdict::held(g);
    return Verdict::skip(now + win);
  }

 private:
  // Beyond it, the depth after the null move decides.
  static bool is_out_of_range(const NodeContext& c, const RuleSetting& setting) {
    return c.depth < Depth{kMinDepth} || (setting[P::FullRange] == 0 && c.depth > Depth{kProgramDepth});
  }

  template <class G>
  static Guard guard_of_child(const MoveContext& c, int depth_after, const Conventions& conventions, const G& guards) {
    if (conventions.proof_guards == ProofGuards::Off) return Guard::None;
    const NodeContext& node = c.node;
    if (guards(Guard::NullAllowed) && !NullMovePruning::may_foresee(node, node.depth - 1, -node.alpha))
      return Guard::NullAllowed;
    return c.after([&](const Position& after) {
      if (guards(Guard::NullAllowed) && !after.has_pieces(after.side_to_move())) return Guard::NullAllowed;
      if (!guards(Guard::DrawInReach) || node.alpha >= kDraw) return Guard::None;
      if (is_drawn(after, node.ply + 1) || !has_legal_move(after)) return Guard::DrawInReach;
      if (depth_after <= 0 || after.in_check()) return Guard::None;
      const bool we_can_move = node.after_null_move([](const Position& p) { return has_legal_move(p); });
      return we_can_move ? Guard::None : Guard::DrawInReach;
    });
  }
};

}  // namespace oknos::pruning
