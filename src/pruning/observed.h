#pragma once

#include "pruning/tracer.h"

namespace oknos::pruning {

// The tracer that forwards everything to an Observer, which must outlive it.
class Observed {
 public:
  static constexpr bool wants_all = true;

  explicit Observed(Observer& observer, GuardSwitches guards = {}) : observer_(&observer), guards_(guards) {}

  GuardSwitches guards() const { return guards_; }

  void enter(const NodeContext& c, bool quiescence);
  void leave(const NodeContext& c, Score score, Move best, NodeEnd end);
  void asked(RuleId, const Verdict&, bool) {}  // the verdict that comes of it names all the rules that fired
  void node_verdict(const NodeContext& c, const Verdict& v) { decide(c, v, v.move); }
  void cut_by(const MoveContext& c, const Verdict& v) { decide(c.node, v, c.move); }
  void skipped(const MoveContext& c, const Verdict& v) { skip(c.node, c.move, v, false); }
  template <class Picker>
  void skipping_quiets(const NodeContext& c, const Picker& picker, const Verdict& v) {
    picker.for_each_remaining_quiet([&](Move m) { skip(c, m, v, true); });
  }
  template <class Picker>
  void restricting(const NodeContext& c, const Picker& picker, const Verdict& v) {
    picker.for_each_unwanted([&](Move m) { skip(c, m, v, true); });
  }
  void making(const NodeContext& c, Move m, Depth child);

 private:
  void decide(const NodeContext& c, const Verdict& v, Move m);
  void skip(const NodeContext& c, Move m, const Verdict& v, bool with_the_rest);

  Observer* observer_;
  GuardSwitches guards_;
};

}  // namespace oknos::pruning
