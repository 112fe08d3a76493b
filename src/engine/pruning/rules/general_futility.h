#pragma once

#include "engine/pruning/parts/draws.h"
#include "engine/pruning/parts/reply.h"
#include "engine/pruning/parts/search_features.h"

namespace oknos::pruning {

// General futility: even the most valuable piece of the opponent does not lift the estimate above alpha, so all moves
// are futile and none is generated. If only captures could help, only captures that gain enough are generated.
//
//   condition  d <= 1 and E + V1(them) + prom(us) + PM(us) <= alpha
//              (with `reply` = attacked the most valuable attacked piece, with exact the best move's own gain)
//   else       d <= 1 and E + PM(us) <= alpha: captures and promotions that gain more than alpha - E - PM only
//   source     H. G. Muller, "Deep Futility Pruning"
//   sound      with estimate = bounds and in_check = stand_pat
//   bound      the left side of the condition; alpha if captures are generated
//   guards     legal-move   at d = 1 and alpha < 0: without a legal move the node is a stalemate, worth 0
//                           (K7/1r6/b7/8/8/8/8/1k6 w; the mistake of Gothmog 0.2.6). With proof_guards = off it
//                           does not apply, as in Muller's text
//              mate-window  alpha may be a mate score
struct GeneralFutility {
  enum class P { Margin };
  // 150: the preset muller. Ethereal adds 142 in quiescence.
  static constexpr std::array<ParameterInfo, 1> kParameters = {
      {{"margin", "centipawns", 0, 2000, 150,
        "positional gain allowed for one move, unless the estimate includes a bound"}}};
  static constexpr RuleInfo kInfo = {
      .name = "general_futility",
      .family = RuleFamily::Node,
      .place = Place::Node,
      .also_in_quiescence = true,
      .lazily = true,
      .condition = "d <= 1 and E + V1(them) + prom(us) + PM(us) <= alpha",
      .effect = "fail low before any move is generated; if only captures can help, generate those that win enough",
      .source = "Muller",
      .soundness = "with estimate = bounds and in_check = stand_pat",
      .parameters = kParameters,
      .margin = &kPlainMargin,
      .arithmetic = "{E} + {reply(us)} + {margin} <= {alpha} ({estimate}, {names of reply(us)}, margin for PM, alpha)",
      .arithmetic_of_rest = "{E} + {gain} + {margin} <= {alpha} ({estimate}, gain, margin for PM, alpha)"};

  static constexpr int kMaxDepth = 1;
  static constexpr int kMoves = 0;  // further moves considered for W; ours is part of best_win()

  static bool cannot_fire(const NodeContext& c, const RuleSetting& setting, const Conventions& conventions) {
    return c.depth > Depth{kMaxDepth + 1} || c.surely_above(conventions.estimate, c.alpha - Score{setting[P::Margin]});
  }

  template <class G = AllGuards>
  static Verdict ask(const NodeContext& c, const RuleSetting& setting, const Conventions& conventions,
                     const G& guards = {}) {
    if (c.depth > Depth{kMaxDepth + (guards(Guard::DepthRange) ? 0 : 1)}) return Verdict::go_on();
    if (is_silent_in_check(c, conventions) || !c.knows(conventions.estimate)) return Verdict::go_on();
    const Score without_win = c.at_most(conventions.estimate, kMoves) + Score{setting[P::Margin]};
    if (without_win > c.alpha) return Verdict::go_on();

    const Score missing = c.alpha - without_win;
    const Score win = best_win(c, c.incremental, c.us(), c.depth, conventions, guards, missing);
    if (win <= missing) return guarded(Verdict::skip_all(without_win + win), c, conventions, guards);

    const bool bounds = conventions.estimate == Estimate::Bounds;
    const Score rise =
        bounds ? eval::max_psqt_gain(c.position, c.incremental, c.us()) + c.positional_growth() : Score{0};
    if (rise > missing) return Verdict::go_on();
    // Quiescence searches no quiet moves, so no quiet checks: it might not terminate.
    const bool checks = c.depth > Depth{0} && conventions.exemptions.contains(Guard::GivesCheck);
    const Restriction captures{.floor = missing - rise + Score{1}, .checks = checks};
    return guarded(Verdict::restrict_to(captures, c.alpha), c, conventions, guards);
  }

 private:
  template <class G>
  static Verdict guarded(const Verdict& v, const NodeContext& c, const Conventions& conventions, const G& guards) {
    if (guards(Guard::MateWindow) && is_decisive(c.alpha)) return Verdict::held(Guard::MateWindow);
    if (conventions.proves(guards, Guard::LegalMove) && c.depth > Depth{0} && c.alpha < kDraw &&
        !has_legal_move(c.position))
      return Verdict::held(Guard::LegalMove);
    return v;
  }
};

}  // namespace oknos::pruning
