#pragma once

#include <algorithm>

#include "engine/chess/see.h"
#include "engine/pruning/parts/conventions.h"
#include "engine/pruning/parts/rule.h"
#include "engine/pruning/parts/shared_guards.h"

namespace oknos::pruning {

// The loss of a move by SEE, centipawns.
inline int exchange_loss(const Position& position, Move m) {
  int less = 0;  // than it loses
  int enough = piece_value(PieceType::Queen).value() * 2;
  while (enough - less > 1) {
    const int middle = (less + enough) / 2;
    (see_at_least(position, m, Score{-middle}) ? enough : less) = middle;
  }
  return enough;
}

// SEE pruning: near the horizon, skips a move that loses too much by static exchange evaluation. Captures have a limit
// of their own.
//
//   condition  1 <= d <= max_depth and SEE(m) < -quiet_margin d,
//              of captures and promotions SEE(m) < -capture_margin d
//   source     the programs since about 2010; SEE is in chess/see.h
//   sound      no: sacrifices lose material by SEE
//   bound      the best value so far: the rule only claims that the move is not better
//   guards     pv-node           the principal variation needs all moves
//              in-check          all evasions are searched
//              nothing-searched  one move must be searched first
//              mate-window       while the best value is a mate score, all moves are searched
//              pawn-ending       without pieces a single move can decide the game (8/8/2k5/8/2P5/2K5/8/8 w)
//              draw-in-reach     alpha < 0 and m moves our last piece: if it is captured we may be stalemated
//                                (6k1/7R/8/8/8/1q6/8/K7 w: Rg7 or Rh8)
//              exemptions        only gives-check: most winning sacrifices start with a check
struct SeePruning {
  enum class P { QuietMargin, CaptureMargin, MaxDepth };
  static constexpr std::array<ParameterInfo, 3> kParameters = {{
      {"quiet_margin", "centipawns", 0, 1000, 60, "exchange loss allowed to a quiet move, per ply of remaining depth",
       300},
      {"capture_margin", "centipawns", 0, 1000, 100,
       "exchange loss allowed to a capture or promotion, per ply of remaining depth", 300},
      {"max_depth", "plies", 1, 20, 8, "largest remaining depth at which the rule applies"},
  }};
  // The allowed loss by SEE, centipawns.
  static constexpr int margin(const RuleSetting& setting, int depth, bool tactical) {
    return setting[tactical ? P::CaptureMargin : P::QuietMargin] * depth;
  }

  static constexpr MarginInfo kMargin = {
      .at = [](const RuleSetting& setting,
               const MarginFacts& facts) { return margin(setting, facts.depth, facts.tactical); },
      .facts =
          [](const MarginQuestion& q, const RuleSetting&) {
            return MarginFacts{.depth = q.depth, .tactical = q.position.is_tactical(q.move)};
          },
      .largest = [](const MarginQuestion& q, const RuleSetting&, const Conventions&) -> std::optional<int> {
        return exchange_loss(q.position, q.move) - 1;
      }};
  static constexpr RuleInfo kInfo = {
      .name = "see_pruning",
      .family = RuleFamily::Order,
      .place = Place::Move,
      .condition = "1 <= d <= max_depth and SEE(m) < -quiet_margin d (captures: SEE(m) < -capture_margin d)",
      .effect = "skip the move",
      .source = "the programs since about 2010",
      .soundness = "no",
      .parameters = kParameters,
      .margin = &kMargin,
      .arithmetic = "loses {largest + 1} by exchange, more than {margin} {depth}"};

  static bool cannot_fire(const NodeContext& node, const RuleSetting& setting, const Conventions&) {
    const int depth = node.depth.plies();
    const int least = std::min(margin(setting, depth, false), margin(setting, depth, true));
    return node.depth > Depth{setting[P::MaxDepth]} ||
           Score{least} >= piece_value(PieceType::Queen) ||  // no move loses more
           holds_late_moves(node);
  }

  static bool cannot_fire(const MoveContext& c, const RuleSetting&, const Conventions&) {
    return c.searched == 0 || is_decisive(c.best);
  }

  template <class G = AllGuards>
  static Verdict ask(const MoveContext& c, const RuleSetting& setting, const Conventions& conventions,
                     const G& guards = {}) {
    const NodeContext& node = c.node;
    const int depth = node.depth.plies();
    if (depth < 1 || depth > setting[P::MaxDepth]) return Verdict::go_on();
    const int loss = margin(setting, depth, c.tactical());
    if (c.loses_nothing || see_at_least(node.position, c.move, Score{-loss}, node.threatened)) return Verdict::go_on();
    if (const Guard g = guard_of_late_move(c, conventions, guards); g != Guard::None) return Verdict::held(g);
    if (guards(Guard::DrawInReach) && node.alpha < kDraw && moves_last_piece(c))
      return Verdict::held(Guard::DrawInReach);
    return Verdict::skip(c.best);
  }

 private:
  // The last piece, king and pawns excluded.
  static bool moves_last_piece(const MoveContext& c) {
    const Position& position = c.node.position;
    const Bitboard pieces = position.pieces(c.node.us()) & ~position.pieces(PieceType::Pawn, PieceType::King);
    return pieces == bit(c.move.from());
  }
};

}  // namespace oknos::pruning
