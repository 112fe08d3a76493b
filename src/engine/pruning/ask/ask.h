#pragma once

#include "engine/pruning/ask/tracer.h"
#include "engine/pruning/registry/registry.h"
#include "engine/pruning/registry/settings.h"

namespace oknos::pruning {

template <class R, class Context, class Guards>
[[gnu::noinline]] Verdict evaluate_rule_fully(const Context& context, const RuleSetting& setting,
                                              const Conventions& conventions, const Guards& guards) {
  return R::ask(context, setting, conventions, guards);
}

// A rule without guards of its own does not take any. One that can tell cheaply, and for certain, that ask() would
// answer "go on" has
//   static bool is_idle(const Context&, const RuleSetting&, const Conventions&)
// of a move, or of a node for all its moves while alpha stays as it is, or both. It is asked first, in line: a rule
// that is on and never fires costs next to nothing.
template <class R, class Context, class Guards>
[[gnu::always_inline]] inline Verdict evaluate_rule(const Context& context, const RuleSetting& setting,
                                                    const Conventions& conventions, const Guards& guards) {
  if constexpr (requires { R::is_idle(context, setting, conventions); })
    return R::is_idle(context, setting, conventions) ? Verdict::go_on()
                                                     : evaluate_rule_fully<R>(context, setting, conventions, guards);
  else if constexpr (requires { R::ask(context, setting, conventions, guards); })
    return R::ask(context, setting, conventions, guards);
  else
    return R::ask(context, setting, conventions);
}

// A rule whose guards would stop it in any case can say so:
//   static bool is_held(const NodeContext&)   for every move of the node
//   static bool is_held(const MoveContext&)   for this move, where that is cheaper to test than its condition
// with the rule's setting as a second argument where the guards depend on it. ask() uses this only without a tracer
// that counts what guards stop.
template <class R, class Context>
[[gnu::always_inline]] inline bool is_held(const Context& context, const RuleSetting& setting) {
  if constexpr (requires { R::is_held(context, setting); })
    return R::is_held(context, setting);
  else if constexpr (requires { R::is_held(context); })
    return R::is_held(context);
  else
    return false;
}

// The enabled rules that may skip moves of a node, one bit each, so that the others need not be asked for every move.
// Valid while alpha does not change.
template <Place place>
inline std::uint64_t active_rules(const NodeContext& node, const Settings& settings) {
  std::uint64_t active = 0;
  Rules::any([&]<class R>(std::type_identity<R>, RuleId id) {
    if constexpr (R::kInfo.acts_at(place)) {
      const RuleSetting& setting = settings.rules[id];
      if (!setting.enabled) return false;
      if constexpr (requires { R::is_idle(node, setting, settings.conventions); })
        if (R::is_idle(node, setting, settings.conventions)) return false;
      if (is_held<R>(node, setting)) return false;
      active |= std::uint64_t{1} << id;
    }
    return false;
  });
  return active;
}

// Puts the question of one place to every rule that is on, in the registry's order; the first that fires decides. A
// rule is
//   template <class G = AllGuards>
//   static Verdict ask(const Context&, const RuleSetting&, const Conventions&, const G& guards = {})
// A tracer with `wants_all` hears also what the rules after the first would have said.
// Inlined by order: left to itself the compiler weighs the empty hooks of Silent and may decide otherwise than without
// them.
template <Place place, class Context, class Tracer>
[[gnu::always_inline]] inline Verdict ask(const Context& context, const Settings& settings, Tracer& tracer) {
  Verdict decision;
  Rules::any([&]<class R>(std::type_identity<R>, RuleId id) {
    if constexpr (R::kInfo.acts_at(place) && requires { R::ask(context, settings.rules[0], settings.conventions); }) {
      if constexpr (!Tracer::wants_all && requires { context.active_rules; })
        if (!(context.active_rules >> id & 1)) return false;
      const RuleSetting& setting = settings.rules[id];
      if (!setting.enabled) return false;
      if (!Tracer::wants_all && is_held<R>(context, setting)) return false;
      const Verdict v = evaluate_rule<R>(context, setting, settings.conventions, tracer.guards());
      tracer.asked(id, v, !decision.fires());
      if (!v.fires()) return false;
      if (!decision.fires()) {
        decision = v;
        decision.rule = id;
      }
      decision.fired |= std::uint64_t{1} << id;
      return !Tracer::wants_all;
    }
    return false;
  });
  tracer.template watch<place>(context, settings, decision);
  return decision;
}

// What a tracer that only listens for the guards needs.
template <class Guards>
struct Probe : Silent {
  Guards switches;
  const Guards& guards() const { return switches; }
};

// May a rule that is on decide a node before its static value is known?
inline bool any_asked_lazily(const Settings& settings) {
  if (!settings.enabled<LazyEvaluation>() || !uses_evaluation(settings.conventions.estimate)) return false;
  return Rules::any(
      [&]<class R>(std::type_identity<R>, RuleId id) { return R::kInfo.lazily && settings.rules[id].enabled; });
}

// Lazy evaluation above the horizon: M + P is known, and E lies between `lowest` and `highest`. If the rules of the
// node give the same answer at both ends, they give it for E too, for each of them compares E with a limit; then E need
// not be computed. What leaves the node, or leaves it checks alone, is of that kind. On success the context holds that
// end of the interval as its static value with which the answer is a bound, and ask() repeats it.
template <class Guards>
bool is_decided_lazily(NodeContext& c, Score lowest, Score highest, const Settings& settings, const Guards& guards) {
  Probe<Guards> probe{{}, guards};
  const auto answer = [&](Score evaluation) {
    c.static_eval = evaluation;
    return ask<Place::Node>(c, settings, probe);
  };
  const Verdict low = answer(lowest);
  if (low.fires() && kRuleInfos[low.rule].lazily) {
    const bool cuts_above = low.kind == Verdict::Kind::Cut && low.value >= c.beta;
    const Verdict high = answer(highest);
    if (high.kind == low.kind && high.rule == low.rule && high.wanted == low.wanted) {
      c.static_eval = cuts_above ? lowest : highest;
      return true;
    }
  }
  c.static_eval = kNoScore;
  return false;
}

// The rules that know of all quiet moves at once that they are futile (list_cutoff.h), a bit each.
constexpr std::uint64_t kRulesOfQuiets = [] {
  std::uint64_t bits = 0;
  Rules::any([&]<class R>(std::type_identity<R>, RuleId id) {
    if constexpr (requires(const NodeContext& c, const RuleSetting& s, const Conventions& k) {
                    R::ask_of_quiets(c, s, k);
                  })
      bits |= std::uint64_t{1} << id;
    return false;
  });
  return bits;
}();

// Are all quiet moves of the node futile but the exempt ones? Asked of the rules that `active` names; where
// list_cutoff is on.
inline Verdict ask_of_quiets(const NodeContext& c, const Settings& settings, std::uint64_t active) {
  Verdict out;
  Rules::any([&]<class R>(std::type_identity<R>, RuleId id) {
    if constexpr (requires { R::ask_of_quiets(c, settings.rules[0], settings.conventions); })
      if (active >> id & 1) out = R::ask_of_quiets(c, settings.rules[id], settings.conventions);
    return out.fires();
  });
  return out;
}

}  // namespace oknos::pruning
