#pragma once

#include <optional>

#include "engine/pruning/ask/ask.h"
#include "engine/pruning/ask/tracer.h"

namespace oknos::pruning {

// The tracer that forwards all events to an Observer, which must outlive it.
class Observed {
 public:
  static constexpr bool wants_all = true;

  // `undone`: the ordinal of a skip or cut that is suppressed, so that the move or node is searched. `watched`:
  // settings with which rules are evaluated as well, without acting; must outlive the tracer.
  explicit Observed(Observer& observer, GuardSwitches guards = {}, std::optional<Ordinal> undone = std::nullopt,
                    const Settings* watched = nullptr)
      : observer_(&observer), guards_(guards), undone_(undone), watched_(watched) {}

  GuardSwitches guards() const { return guards_; }
  // The suppressed skip keeps its ordinal, so that later ordinals stay comparable.
  void undoing(Verdict& v) {
    if (!v.fires() || undone_ != next_) return;
    ++next_;
    v = Verdict::go_on();
  }

  void enter(const NodeContext& c, bool quiescence);
  void leave(const NodeContext& c, Score score, Move best, NodeEnd end);
  // The final verdict lists all rules that fired.
  void asked(RuleId id, const Verdict& v, bool) {
    if (v.kind == Verdict::Kind::Held) observer_->rule_held({id, static_cast<int>(v.guard)});
  }
  template <Place place, class Context>
  void watch(const Context& c, const Settings& settings, const Verdict& decision) {
    if (!watched_) return;
    Rules::any([&]<class R>(std::type_identity<R>, RuleId id) {
      if constexpr (R::kInfo.acts_at(place) && requires { R::ask(c, settings.rules[0], settings.conventions); }) {
        if (!watched_->rules[id].enabled) return false;
        Verdict v = evaluate_rule<R>(c, watched_->rules[id], settings.conventions, guards_);
        v.rule = id;
        v.fired = decision.fired;
        if (v.fires()) tell_watched(c, v, decision);
      }
      return false;
    });
  }
  void node_verdict(const NodeContext& c, const Verdict& v) { decide(c, v, v.move); }
  void cut_by(const MoveContext& c, const Verdict& v) { decide(c.node, v, c.move); }
  void skipped(const MoveContext& c, const Verdict& v) { observer_->move_skipped(numbered(skip_of(c, v))); }
  template <class Picker>
  void skipping_quiets(const MoveContext& c, const Picker& picker, const Verdict& v) {
    picker.for_each_remaining_quiet([&](Move m) {
      MoveSkipped e = skip_of(c, v);
      e.history = 0;     // that of the move at which the rule fired, ...
      e.exemptions = 0;  // ... and so are its exemptions
      tell_of_rest(e, m);
    });
  }
  template <class Picker>
  void restricting(const NodeContext& c, const Picker& picker, const Verdict& v) {
    picker.for_each_unwanted([&](Move m) {
      MoveSkipped e = skip_of(c, v);
      e.full_depth = e.first_depth = c.depth.plies() - 1;
      tell_of_rest(e, m);
    });
  }
  void making(const NodeContext& c, Move m, MoveDepths depths);

 private:
  static MoveSkipped skip_of(const NodeContext& c, const Verdict& v);
  static MoveSkipped skip_of(const MoveContext& c, const Verdict& v);
  static NodeDecided decision_of(const NodeContext& c, const Verdict& v, Move m);
  void decide(const NodeContext& c, const Verdict& v, Move m) {
    observer_->node_decided(numbered(decision_of(c, v, m)));
  }
  void tell_of_rest(MoveSkipped& e, Move m) {
    e.move = m.bits();
    e.bulk_skipped = true;
    observer_->move_skipped(numbered(e));
  }
  template <class Event>
  Event numbered(Event e) {
    e.ordinal = next_++;
    return e;
  }
  void tell_watched(const MoveContext& c, const Verdict& v, const Verdict& decision);
  void tell_watched(const NodeContext& c, const Verdict& v, const Verdict& decision);

  Observer* observer_;
  GuardSwitches guards_;
  std::optional<Ordinal> undone_;
  const Settings* watched_;
  Ordinal next_ = 0;
  Ordinal next_watched_ = 0;
};

}  // namespace oknos::pruning
