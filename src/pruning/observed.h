#pragma once

#include "pruning/tracer.h"

namespace oknos::pruning {

// The tracer that forwards everything to an Observer, which must outlive it.
class Observed {
 public:
  static constexpr bool wants_all = true;

  explicit Observed(Observer& observer) : observer_(&observer) {}

  void enter(const NodeContext& c, bool quiescence);
  void leave(const NodeContext& c, Score score, Move best, NodeEnd end);
  void asked(RuleId, const Verdict&, bool) {}  // the verdict that comes of it names all the rules that fired
  void node_verdict(const NodeContext& c, const Verdict& v);
  void skipped(const MoveContext& c, const Verdict& v) { skip(c.node, c.move, v, false); }
  template <class Picker>
  void skipping_quiets(const NodeContext& c, const Picker& picker, const Verdict& v) {
    picker.for_each_remaining_quiet([&](Move m) { skip(c, m, v, true); });
  }
  void making(const NodeContext& c, Move m, Depth child);

 private:
  void skip(const NodeContext& c, Move m, const Verdict& v, bool with_the_rest);

  Observer* observer_;
};

}  // namespace oknos::pruning
