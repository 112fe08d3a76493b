#pragma once

#include "engine/pruning/parts/conventions.h"
#include "engine/pruning/parts/rule.h"
#include "engine/pruning/parts/shared_guards.h"

namespace oknos::pruning {

// Late move pruning in quiescence: once some captures have been searched, the others are skipped. They are ordered by
// what they gain, so the first ones have already shown most of what captures can do.
//
//   condition  d = 0 and searched >= moves
//   source     Stockfish since 2021
//   sound      no: it relies on the move ordering
//   bound      the best value so far: the rule only claims that no later capture is better
//   guards     those of late move pruning, and of the exemptions gives-check, promotion and recapture
struct QuiescenceLateMoves {
  enum class P { Moves };
  static constexpr std::array<ParameterInfo, 1> kParameters = {{
      {"moves", "moves", 1, 64, 2, "number of captures and promotions searched before the rest are skipped"},
  }};
  static constexpr RuleInfo kInfo = {.name = "quiescence_late_moves",
                                     .kind = RuleKind::SearchFeature,
                                     .family = RuleFamily::Order,
                                     .place = Place::QuiescenceMove,
                                     .condition = "d = 0 and searched >= moves",
                                     .effect = "skip the move (unless exempt: checks, promotions, recaptures)",
                                     .source = "Stockfish 2021",
                                     .soundness = "no",
                                     .off_unless_set = true,
                                     .parameters = kParameters,
                                     .arithmetic = "{searched} moves searched"};

  static bool cannot_fire(const NodeContext& node, const RuleSetting&, const Conventions&) {
    return holds_late_moves(node);
  }

  template <class G = AllGuards>
  static Verdict ask(const MoveContext& c, const RuleSetting& setting, const Conventions& conventions,
                     const G& guards = {}) {
    if (c.searched < setting[P::Moves]) return Verdict::go_on();
    if (const Guard g = guard_of_late_move(c, conventions, guards); g != Guard::None) return Verdict::held(g);
    for (const Guard exemption : {Guard::Promotion, Guard::Recapture})
      if (conventions.exemptions.contains(exemption) && guards(exemption) &&
          exemption_of(c, ExemptionSet{exemption}) != Guard::None)
        return Verdict::held(exemption);
    return Verdict::skip(c.best);
  }
};

}  // namespace oknos::pruning
