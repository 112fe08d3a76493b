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

// A rule that can cheaply prove that ask() would return "go on", or that its guards would hold it back, has
//
//   static bool cannot_fire(const Context&, const RuleSetting&, const Conventions&)
//
// for a move, or for a node (then valid for all its moves until alpha changes), or both. It is called first and
// inlined, so an enabled rule that cannot fire costs almost nothing. Tracers with `wants_all`, which count what guards
// hold back, do not use it.
template <class R, class Context>
[[gnu::always_inline]] inline bool cannot_fire(const Context& context, const RuleSetting& setting,
                                               const Conventions& conventions) {
  if constexpr (requires { R::cannot_fire(context, setting, conventions); })
    return R::cannot_fire(context, setting, conventions);
  else
    return false;
}

// Evaluates one rule that may fire. Rules without guards take no `guards` argument.
template <class R, class Context, class Guards>
[[gnu::always_inline]] inline Verdict evaluate_rule(const Context& context, const RuleSetting& setting,
                                                    const Conventions& conventions, const Guards& guards) {
  if constexpr (requires { R::cannot_fire(context, setting, conventions); })
    return evaluate_rule_fully<R>(context, setting, conventions, guards);
  else if constexpr (requires { R::ask(context, setting, conventions, guards); })
    return R::ask(context, setting, conventions, guards);
  else
    return R::ask(context, setting, conventions);
}

// The enabled rules that may skip moves of this node, as a bit mask; the others need not be evaluated move by move.
// Valid until alpha changes.
template <Place place>
inline std::uint64_t active_rules(const NodeContext& node, const Settings& settings) {
  std::uint64_t active = 0;
  Rules::any([&]<class R>(std::type_identity<R>, RuleId id) {
    if constexpr (R::kInfo.acts_at(place)) {
      const RuleSetting& setting = settings.rules[id];
      if (setting.enabled && !cannot_fire<R>(node, setting, settings.conventions)) active |= std::uint64_t{1} << id;
    }
    return false;
  });
  return active;
}

// Evaluates all enabled rules that act at `place`, in the order of the registry; the first that fires decides. A rule
// is
//
//   template <class G = AllGuards>
//   static Verdict ask(const Context&, const RuleSetting&, const Conventions&, const G& guards = {})
//
// For a tracer with `wants_all` the remaining rules are evaluated too. Always inlined: otherwise the empty hooks of
// Silent would influence the compiler's inlining decisions.
template <Place place, class Context, class Tracer>
[[gnu::always_inline]] inline Verdict ask(const Context& context, const Settings& settings, Tracer& tracer) {
  Verdict decision;
  Rules::any([&]<class R>(std::type_identity<R>, RuleId id) {
    if constexpr (R::kInfo.acts_at(place) && requires { R::ask(context, settings.rules[0], settings.conventions); }) {
      if constexpr (!Tracer::wants_all && requires { context.active_rules; })
        if (!(context.active_rules >> id & 1)) return false;
      const RuleSetting& setting = settings.rules[id];
      if (!setting.enabled) return false;
      if (!Tracer::wants_all && cannot_fire<R>(context, setting, settings.conventions)) return false;
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

// A tracer that reports nothing and only provides the guards.
template <class Guards>
struct Probe : Silent {
  Guards switches;
  const Guards& guards() const { return switches; }
};

// Can an enabled rule decide about a node before its static evaluation is known?
inline bool any_asked_lazily(const Settings& settings) {
  if (!settings.enabled<LazyEvaluation>() || !uses_evaluation(settings.conventions.estimate)) return false;
  return Rules::any(
      [&]<class R>(std::type_identity<R>, RuleId id) { return R::kInfo.lazily && settings.rules[id].enabled; });
}

// Does an enabled rule read MoveContext::reduced_depth? Otherwise the search need not compute it before asking.
inline bool any_reads_reduced_depth(const Settings& settings) {
  return Rules::any([&]<class R>(std::type_identity<R>, RuleId id) {
    if constexpr (requires { R::reads_reduced_depth(settings.rules[id]); })
      return settings.rules[id].enabled && R::reads_reduced_depth(settings.rules[id]);
    return false;
  });
}

// Lazy evaluation above the horizon: M + P is known, and E lies between `lowest` and `highest`. If the node rules
// return the same verdict at both ends, they return it for E too, because each compares E with a threshold, and E need
// not be computed. Only rules with `lazily` set (cuts, and restrictions to checks) qualify. Returns true if so; then
// c.static_eval is the end of the interval for which the verdict is a valid bound, and ask() returns the same verdict.
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

// The rules that can decide about all quiet moves of a node at once (list_cutoff.h), as a bit mask.
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

// Tests whether all quiet moves of the node are futile, except exempt ones. Evaluates only the rules in `active`; used
// with list_cutoff = on.
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
