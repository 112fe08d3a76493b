#pragma once

#include "engine/pruning/parts/context.h"
#include "engine/pruning/registry/registry.h"
#include "engine/pruning/registry/settings.h"
#include "oknos/observer.h"

// The search reports to a tracer, a template parameter, so that a search without observers pays nothing. Every call of
// a hook stands on a line of its own and begins with `tracer`: a build with those lines deleted shows that Silent is
// free (bench/silent_cost.sh).
namespace oknos::pruning {

using oknos::NodeEnd;

// What plays: nobody listens.
struct Silent {
  static constexpr bool wants_all = false;  // of the rules at one place, only the first that fires matters

  static constexpr AllGuards guards() { return {}; }  // which guards are on

  void enter(const NodeContext&, bool /*quiescence*/) {}  // a node begins
  void undoing(Verdict&) {}  // what the verdict skips may be searched nevertheless, as if no rule had fired
  void leave(const NodeContext&, Score, Move, NodeEnd) {}  // it ends; what is known of it is in the context
  void asked(RuleId, const Verdict&, bool /*first*/) {}    // one rule's answer; first: nothing fired before it
  // All have answered. Rules that are watched, and do not act, may be asked now.
  template <Place place, class Context>
  void watch(const Context&, const Settings&, const Verdict& /*decision*/) {}
  void node_verdict(const NodeContext&, const Verdict&) {}  // a node was cut, resolved or reduced
  void skipped(const MoveContext&, const Verdict&) {}       // this move is not searched
  // After SkipQuiets of a move: the picker can name the quiet moves that are dropped (for_each_remaining_quiet).
  template <class Picker>
  void skipping_quiets(const MoveContext&, const Picker&, const Verdict&) {}
  // After Restrict: the picker can list the moves that are not generated (for_each_unwanted).
  template <class Picker>
  void restricting(const NodeContext&, const Picker&, const Verdict&) {}
  void cut_by(const MoveContext&, const Verdict&) {}                // this move holds beta without being searched
  void making(const NodeContext&, Move, Depth /*of the child*/) {}  // this one is
};

}  // namespace oknos::pruning
