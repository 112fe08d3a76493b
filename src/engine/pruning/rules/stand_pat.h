#pragma once

#include "engine/pruning/parts/conventions.h"
#include "engine/pruning/parts/rule.h"

namespace oknos::pruning {

// Stand pat: at the horizon the side to move may decline every capture and keep what it has.
//
//   condition  d = 0 and E >= beta
//   source     H. G. Muller, "Deep Futility Pruning" (by whose account all rules of the family foresee this one)
//   sound      by definition: it is what gives the horizon its value. Never off: without it there is no quiescence
//   bound      E, the static value itself
//   guards     none. In check there is no static value and the evasions are searched instead, unless the preset says
//              in_check = stand_pat: Muller's proofs rest on standing pat always
struct StandPat {
  static constexpr RuleInfo kInfo = {.name = "stand_pat",
                                     .family = RuleFamily::FailHigh,
                                     .place = Place::QuiescenceNode,
                                     .condition = "d = 0 and E >= beta",
                                     .effect = "cut with E",
                                     .source = "Muller",
                                     .soundness = "by definition",
                                     .may_be_off = false};

  static Verdict ask(const NodeContext& c, const RuleSetting&, const Conventions& conventions) {
    if (is_silent_in_check(c, conventions) || c.static_eval < c.beta) return Verdict::go_on();
    return Verdict::cut(c.static_eval);
  }
};

}  // namespace oknos::pruning
