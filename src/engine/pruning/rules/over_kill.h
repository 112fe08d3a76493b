#pragma once

#include "engine/pruning/parts/draws.h"
#include "engine/pruning/parts/reply.h"

namespace oknos::pruning {

// Over-kill (super-cutoff): after the move, no reply can bring the opponent back below beta, so the move fails high
// without being searched. It anticipates general futility at the child node.
//
//   condition  d <= 2 and E + gain(m) - PM2(us) - V1(after m, us) - prom(after m, them) - PM(after m, them) >= beta
//   source     H. G. Muller, "Deep Futility Pruning", where V1 is computed before the move: a pawn that promotes would
//              then count as a pawn when captured (rk6/1P6/8/8/8/8/8/7K w)
//   sound      with estimate = bounds and in_check = stand_pat, for any legal move
//   bound      the left side of the condition
//   guards     child-alive  at d = 2 and beta > 0: after the move the opponent has a move or is mated, and it is no
//                           draw (8/8/8/8/8/Q3k1q1/q7/5K2 b)
//              mate-window  a static evaluation does not prove a mate
struct OverKill {
  enum class P { Margin, Quiets, Ahead };
  static constexpr std::array<ParameterInfo, 3> kParameters = {
      {{"margin", "centipawns", 0, 2000, 300,
        "positional loss allowed for two moves, unless the estimate includes a bound"},
       {"quiets", "0 or 1", 0, 1, 0, "1: applies to quiet moves too; 0: to captures and promotions only"},
       {"ahead", "0 or 1", 0, 1, 0, "1: test all moves of the node before searching the first"}}};
  static constexpr RuleInfo kInfo = {
      .name = "over_kill",
      .family = RuleFamily::FailHigh,
      .place = Place::Move,
      .also_in_quiescence = true,
      .also_of_node = true,
      .condition = "d <= 2 and E + gain(m) - PM2(us) - V1(n.m, us) - prom(n.m, them) - PM(n.m, them) >= beta",
      .effect = "cut; the move is not searched, nor (ahead = 1) are the moves before it",
      .source = "Muller, with the pieces after the move",
      .soundness = "with estimate = bounds and in_check = stand_pat",
      .parameters = kParameters,
      .arithmetic =
          "{E} + {gain} - {reply(n.m, them)} - {margin} >= {beta} "
          "({estimate}, gain, {names of reply(n.m, them)}, margin for PM2 + PM, beta)"};

  static constexpr int kMaxDepth = 2;
  static constexpr int kMoves = 0;  // moves after m considered for W; the reply is part of best_win()

  // For the whole node, before any move is searched: the first move for which over-kill applies, if any.
  template <class G = AllGuards>
  static Verdict ask(const NodeContext& c, const RuleSetting& setting, const Conventions& conventions,
                     const G& guards = {}) {
    if (setting[P::Ahead] == 0 || is_out_of_range(c, guards)) return Verdict::go_on();
    if (is_silent_in_check(c, conventions) || !c.knows(conventions.estimate)) return Verdict::go_on();
    const Score now = c.at_least(conventions.estimate, kMoves) - Score{setting[P::Margin]};
    const Score wanted = c.beta - now;
    if (best_win(c, c.incremental, c.us(), c.depth, conventions, guards, wanted) < wanted) return Verdict::go_on();

    MoveList moves;
    generate<MoveGen::Captures>(c.position, moves);
    if (setting[P::Quiets] != 0 && c.depth > Depth{0}) generate<MoveGen::Quiets>(c.position, moves);
    const CheckInfo not_asked;
    Verdict held;
    for (const Move m : moves) {
      Verdict v = ask(MoveContext(c, not_asked, m), setting, conventions, guards);
      v.move = m;
      if (v.fires()) return v;
      if (v.kind == Verdict::Kind::Held) held = Verdict::held(v.guard);
    }
    return held;
  }

  static bool cannot_fire(const NodeContext& node, const RuleSetting& setting, const Conventions& conventions) {
    constexpr Score kMaxGain = piece_value(PieceType::Queen) * 2 - piece_value(PieceType::Pawn);
    return node.depth > Depth{kMaxDepth + 1} ||
           node.surely_below(conventions.estimate, node.beta + Score{setting[P::Margin]} - kMaxGain);
  }

  static bool cannot_fire(const MoveContext& c, const RuleSetting& setting, const Conventions&) {
    return setting[P::Quiets] == 0 && !c.tactical();
  }

  template <class G = AllGuards>
  static Verdict ask(const MoveContext& c, const RuleSetting& setting, const Conventions& conventions,
                     const G& guards = {}) {
    const NodeContext& node = c.node;
    if (is_out_of_range(node, guards)) return Verdict::go_on();
    const Score margin{setting[P::Margin]};
    if (c.surely_below(conventions.estimate, node.beta + margin)) return Verdict::go_on();
    if (is_silent_in_check(node, conventions) || !node.knows(conventions.estimate)) return Verdict::go_on();
    if (setting[P::Quiets] == 0 && !c.tactical()) return Verdict::go_on();
    const Score before_reply = c.estimate_at_least(conventions.estimate, kMoves) - margin;
    if (before_reply < node.beta) return Verdict::go_on();

    const Score spare = before_reply - node.beta;
    const eval::Incremental incremental = c.incremental_after();
    const Color them = ~node.us();
    const Score loss = c.after(
        [&](const Position&) { return best_win(node, incremental, them, node.depth - 1, conventions, guards, spare); });
    if (loss > spare) return Verdict::go_on();
    if (guards(Guard::MateWindow) && is_decisive(node.beta)) return Verdict::held(Guard::MateWindow);
    if (conventions.proves(guards, Guard::ChildAlive) && node.depth >= Depth{kMaxDepth} && node.beta > kDraw &&
        !c.after([&](const Position& after) { return is_alive(after, node.ply + 1); }))
      return Verdict::held(Guard::ChildAlive);
    return Verdict::cut(before_reply - loss);
  }

 private:
  template <class G>
  static bool is_out_of_range(const NodeContext& c, const G& guards) {
    return c.depth > Depth{kMaxDepth + (guards(Guard::DepthRange) ? 0 : 1)};
  }
};

}  // namespace oknos::pruning
