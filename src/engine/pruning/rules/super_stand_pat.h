#pragma once

#include "engine/pruning/parts/draws.h"
#include "engine/pruning/parts/reply.h"
#include "engine/pruning/parts/search_features.h"

namespace oknos::pruning {

// Super stand pat: even if we pass and lose our most valuable piece we are at or above beta, so the null move would
// fail high. It is over-kill with a null move.
//
//   condition  d <= 2 + R, a null move is allowed, and E >= beta + V1(us) + prom(them) + PM(them)
//   source     H. G. Muller, "Deep Futility Pruning"
//   sound      in a search with that null move, with estimate = bounds and in_check = stand_pat: it never exceeds what
//              the null move returns
//   bound      E minus the most that the opponent can gain
//   guards     null-allowed  the search may pass: not in check, not after a null move, not without pieces
//                            (8/5K2/8/8/3k4/1p6/8/8 w: zugzwang)
//              legal-move    beta > 0: a stalemate has the value 0
//              reply-exists  at d = 2 + R and beta > 0: after the null move the opponent has a move
//              mate-window
//              With proof_guards = off legal-move and reply-exists do not apply, as in Muller's text
struct SuperStandPat {
  enum class P { Margin };
  static constexpr std::array<ParameterInfo, 1> kParameters = {
      {{"margin", "centipawns", 0, 2000, 150,
        "positional gain allowed for the reply, unless the estimate includes a bound"}}};
  static constexpr RuleInfo kInfo = {
      .name = "super_stand_pat",
      .family = RuleFamily::FailHigh,
      .place = Place::Node,
      .lazily = true,
      .condition = "d <= 2 + R, null move allowed, E >= beta + V1(us) + prom(them) + PM(them)",
      .effect = "cut, as the null move would",
      .source = "Muller",
      .soundness = "against a search with null move, with estimate = bounds and in_check = stand_pat",
      .parameters = kParameters,
      .margin = &kPlainMargin,
      .arithmetic =
          "{E} - {reply(them)} - {margin} >= {beta} ({estimate}, {names of reply(them)}, margin for PM, beta)"};

  static constexpr int kDepthAfterNull = 1;  // at most: general futility acts there
  static constexpr int kMoves = 0;  // moves considered for W; the one after the null move is part of best_win()

  static bool cannot_fire(const NodeContext& c, const RuleSetting& setting, const Conventions& conventions) {
    return !c.null_move || c.surely_below(conventions.estimate, c.beta + Score{setting[P::Margin]});
  }

  template <class G = AllGuards>
  static Verdict ask(const NodeContext& c, const RuleSetting& setting, const Conventions& conventions,
                     const G& guards = {}) {
    if (!c.null_move || !c.knows(conventions.estimate)) return Verdict::go_on();
    const Score before_reply = c.at_least(conventions.estimate, kMoves) - Score{setting[P::Margin]};
    if (before_reply < c.beta) return Verdict::go_on();
    const int depth_after = c.depth.plies() - 1 - reduction(c);
    if (depth_after > kDepthAfterNull + (guards(Guard::DepthRange) ? 0 : 1)) return Verdict::go_on();
    const Score spare = before_reply - c.beta;
    const Score loss = best_win(c, c.incremental, ~c.us(), Depth{depth_after}, conventions, guards, spare);
    if (loss > spare) return Verdict::go_on();
    if (guards(Guard::MateWindow) && is_decisive(c.beta)) return Verdict::held(Guard::MateWindow);
    if (guards(Guard::NullAllowed) && !NullMovePruning::is_allowed(c)) return Verdict::held(Guard::NullAllowed);
    if (c.beta > kDraw) {
      if (conventions.proves(guards, Guard::LegalMove) && !has_legal_move(c.position))
        return Verdict::held(Guard::LegalMove);
      if (conventions.proves(guards, Guard::ReplyExists) && depth_after > 0 && !c.in_check() &&
          !c.after_null_move([](const Position& after) { return has_legal_move(after); }))
        return Verdict::held(Guard::ReplyExists);
    }
    return Verdict::cut(before_reply - loss);
  }

 private:
  // The reduction of the null move. The search knows E when it passes; without E, as in the oracle, the minimum.
  static int reduction(const NodeContext& c) {
    const int least = NullMovePruning::reduction(*c.null_move, c.depth);
    if (c.static_eval == kNoScore) return least;
    return least + NullMovePruning::excess_reduction(*c.null_move, c.static_eval - c.beta);
  }
};

}  // namespace oknos::pruning
