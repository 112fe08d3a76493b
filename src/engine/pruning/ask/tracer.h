#pragma once

#include "engine/pruning/parts/context.h"
#include "engine/pruning/registry/registry.h"
#include "engine/pruning/registry/settings.h"
#include "oknos/observer.h"

// The search reports to a tracer, a template parameter, so a search without observers pays nothing. Each call of a hook
// stands on its own line and begins with `tracer`: bench/silent_cost.sh deletes those lines to show that Silent is
// free.
namespace oknos::pruning {

using oknos::NodeEnd;

// The no-op tracer, used in play.
struct Silent {
  static constexpr bool wants_all = false;  // true: evaluate all rules, even after one has fired

  static constexpr AllGuards guards() { return {}; }  // the guards that are on

  void enter(const NodeContext&, bool /*quiescence*/) {}   // a node is entered
  void undoing(Verdict&) {}                                // may suppress the verdict, as if no rule had fired
  void leave(const NodeContext&, Score, Move, NodeEnd) {}  // a node is left
  void asked(RuleId, const Verdict&, bool /*first*/) {}    // verdict of one rule; first: no other fired before it
  // All rules have been evaluated; watched rules, which do not act, may be evaluated now.
  template <Place place, class Context>
  void watch(const Context&, const Settings&, const Verdict& /*decision*/) {}
  void node_verdict(const NodeContext&, const Verdict&) {
  }                                                    // a node rule fired; called before its verdict is carried out
  void skipped(const MoveContext&, const Verdict&) {}  // a move is skipped
  // After SkipQuiets: the picker can enumerate the quiet moves that are skipped (for_each_remaining_quiet).
  template <class Picker>
  void skipping_quiets(const MoveContext&, const Picker&, const Verdict&) {}
  // After Restrict: the picker can enumerate the moves that are not generated (for_each_unwanted).
  template <class Picker>
  void restricting(const NodeContext&, const Picker&, const Verdict&) {}
  void cut_by(const MoveContext&, const Verdict&) {}    // a move fails high without being searched
  void making(const NodeContext&, Move, MoveDepths) {}  // a move is about to be searched
};

}  // namespace oknos::pruning
