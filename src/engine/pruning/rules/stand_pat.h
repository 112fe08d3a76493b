#pragma once

#include "engine/pruning/parts/conventions.h"
#include "engine/pruning/parts/rule.h"

namespace oknos::pruning {

// Stand pat: in quiescence the side to move may decline all captures and keep the static evaluation.
//
//   condition  d = 0 and E >= beta
//   source     H. G. Muller, "Deep Futility Pruning" (according to which all rules of the family anticipate this one)
//   sound      by definition: it defines the value of quiescence. Always on: without it there is no quiescence
//   bound      E
//   guards     none. In check evasions are searched instead, unless in_check = stand_pat, which Muller's proofs
//              require
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
