#pragma once

#include "engine/pruning/parts/conventions.h"
#include "engine/pruning/parts/rule.h"

namespace oknos::pruning {

// Quiescence limit: a quiescence search that has become large tries only the first moves of each node from then on.
// Without it, one of a position with many queens may take millions of nodes, since nearly every capture and evasion
// leads to others.
//
//   condition  d = 0, the quiescence search has made `nodes` moves, and searched >= moves
//   source     this project's; other programs limit the number of captures, or their depth
//   sound      no: it relies on the move ordering
//   bound      the best value so far: the rule only claims that no later move is better
//   guards     mate-window: while the best move loses, another is tried
struct QuiescenceLimit {
  enum class P { Nodes, Moves };
  static constexpr std::array<ParameterInfo, 2> kParameters = {{
      {"nodes", "nodes", 0, 30000, 200, "moves that one quiescence search makes before it is limited"},
      {"moves", "moves", 1, 64, 1, "moves of a node that it searches from then on"},
  }};
  static constexpr RuleInfo kInfo = {.name = "quiescence_limit",
                                     .kind = RuleKind::SearchFeature,
                                     .family = RuleFamily::Order,
                                     .place = Place::QuiescenceMove,
                                     .condition = "d = 0, a quiescence search of >= nodes nodes, and searched >= moves",
                                     .effect = "skip the move",
                                     .source = "this project; others limit captures by number or depth",
                                     .soundness = "no",
                                     .off_unless_set = true,
                                     .parameters = kParameters,
                                     .arithmetic = "{searched} moves searched"};

  template <class G = AllGuards>
  static Verdict ask(const MoveContext& c, const RuleSetting& setting, const Conventions&, const G& guards = {}) {
    if (c.quiescence_nodes < static_cast<std::uint64_t>(setting[P::Nodes]) || c.searched < setting[P::Moves])
      return Verdict::go_on();
    if (guards(Guard::MateWindow) && is_loss(c.best)) return Verdict::held(Guard::MateWindow);
    return Verdict::skip(c.best);
  }
};

}  // namespace oknos::pruning
