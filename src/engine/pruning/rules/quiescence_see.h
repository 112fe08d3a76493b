#pragma once

#include "engine/chess/see.h"
#include "engine/pruning/parts/conventions.h"
#include "engine/pruning/parts/rule.h"

namespace oknos::pruning {

// SEE pruning in quiescence: skips captures that lose material by static exchange evaluation. Otherwise quiescence
// would search every queen that takes a protected pawn.
//
//   condition  d = 0 and SEE(m) < 0
//   source     folklore of the 1980s; SEE is in chess/see.h
//   sound      no: a losing capture may uncover an attack or a mate
//   bound      the static evaluation: standing pat is at least as good
//   guards     in check all evasions are searched
struct QuiescenceSee {
  static constexpr RuleInfo kInfo = {.name = "quiescence_see",

                                     .kind = RuleKind::SearchFeature,
                                     .family = RuleFamily::Order,
                                     .place = Place::QuiescenceMove,
                                     .condition = "d = 0 and SEE(m) < 0",
                                     .effect = "skip the move",
                                     .source = "folklore",
                                     .soundness = "no",
                                     .arithmetic = "loses by exchange"};

  static Verdict ask(const MoveContext& c, const RuleSetting&, const Conventions&) {
    if (c.node.in_check() || see_at_least(c.node.position, c.move, Score{0})) return Verdict::go_on();
    return Verdict::skip(c.node.static_eval);
  }
};

}  // namespace oknos::pruning
