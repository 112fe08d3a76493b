#pragma once

#include "engine/chess/see.h"
#include "engine/pruning/parts/deep_node.h"

namespace oknos::pruning {

// Weak general futility: assumes that an attacked queen escapes, so our second move captures something else. If their
// second and third most valuable pieces together do not lift the estimate above alpha, only captures of the queen and
// checks are generated.
//
//   condition  1 < d <= 3, they have a queen that we cannot pin, and
//              E + V2(them) + V3(them) + prom2(us) + 2 PM(us) + PM2(them) <= alpha
//   source     H. G. Muller, "Deep Futility Pruning"; PM2, a positive number, is the psqt loss of their queen's move.
//              Muller also generates moves that pin the queen to her king. A Restriction cannot describe these, so
//              the rule does not act if there is one
//   sound      no: it assumes that an attacked queen always escapes. A trapped queen does not, nor one that is forked
//              with the king or another valuable piece
//   bound      the left side of the condition
//   guards     mate-window    alpha may be a mate score
//              draw-in-reach  alpha < 0: a quiet move may draw (8/8/8/7p/7p/7P/p1K5/k7 w: Kc1 stalemates);
//                             weak_deep_futility tests each move
//              gives-check    checks are generated
//
// With queen_see = 1, SEE on the queen's square replaces the search of the captures, as Muller suggests.
struct WeakGeneralFutility {
  enum class P { Margin, QueenSee };
  static constexpr std::array<ParameterInfo, 2> kParameters = {
      {{"margin", "centipawns", 0, 3000, 450,
        "positional change allowed for our two moves and their reply, unless the estimate includes a bound"},
       {"queen_see", "0 or 1", 0, 1, 0,
        "1: captures of the queen are judged by static exchange evaluation instead of being searched"}}};
  static constexpr RuleInfo kInfo = {
      .name = "weak_general_futility",
      .family = RuleFamily::Node,
      .place = Place::Node,
      .lazily = true,
      .condition =
          "1 < d <= 3, they have a queen that we cannot pin, "
          "E + V2(them) + V3(them) + prom2(us) + 2 PM(us) + PM2(them) <= alpha",
      .effect = "generate captures of the queen and checks only, or (queen_see = 1) checks only",
      .source = "Muller",
      .soundness = "no, it assumes that a queen always escapes",
      .parameters = kParameters,
      .arithmetic =
          "{E} + {V2(them)} + {V3(them)} + {prom2(us)} + {margin} <= {alpha} "
          "({estimate}, {names of V2(them)}, {names of V3(them)}, promotion, margin for 2 PM + PM2, alpha)"};

  template <class G = AllGuards>
  static Verdict ask(const NodeContext& c, const RuleSetting& setting, const Conventions& conventions,
                     const G& guards = {}) {
    eval::Victims theirs;
    const auto victims = [&] {
      theirs = eval::victims(c.position, ~c.us());
      return theirs.second + theirs.third;
    };
    const auto most = WeakDeepNode::limit(c, Score{setting[P::Margin]}, conventions, guards, victims);
    if (!most) return Verdict::go_on();
    if (const Guard g = WeakDeepNode::guard(c, conventions, guards); g != Guard::None) return Verdict::held(g);
    const bool checks = guards(Guard::GivesCheck);
    if (setting[P::QueenSee] == 0) return Verdict::restrict_to({.queens_only = true, .checks = checks}, *most);
    // Does an exchange on the queen's square, plus their second piece with our next move, reach alpha?
    const Score without_exchange = *most - theirs.third;
    if (wins_queen(c, c.alpha - without_exchange + Score{1})) return Verdict::go_on();
    return Verdict::restrict_to({.checks = checks}, c.alpha);
  }

 private:
  // Does a capture of a queen gain that much by SEE?
  static bool wins_queen(const NodeContext& c, Score wanted) {
    MoveList captures;
    generate_captures_of(c.position, c.position.pieces(~c.us(), PieceType::Queen), false, captures);
    for (const Move m : captures)
      if (see_at_least(c.position, m, wanted)) return true;
    return false;
  }
};

}  // namespace oknos::pruning
