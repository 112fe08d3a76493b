#pragma once

#include "pruning/registry.h"
#include "pruning/settings.h"

namespace oknos::pruning {

// Puts the question of one place to every rule that is on, in the registry's order; the first that fires decides. A
// rule is
//   static Verdict ask(const Context&, const RuleSetting&, const Conventions&)
// A tracer with `wants_all` hears also what the rules after the first would have said.
// Inlined by order: left to itself the compiler weighs the empty hooks of Silent and may decide otherwise than without
// them.
template <Place place, class Context, class Tracer>
[[gnu::always_inline]] inline Verdict ask(const Context& context, const Settings& settings, Tracer& tracer) {
  Verdict decision;
  Rules::any([&]<class R>(std::type_identity<R>, RuleId id) {
    if constexpr (R::kInfo.place == place && requires { &R::ask; }) {
      const RuleSetting& setting = settings.rules[id];
      if (!setting.enabled) return false;
      const Verdict v = R::ask(context, setting, settings.conventions);
      tracer.asked(id, v, !decision.fires());
      if (!v.fires()) return false;
      if (!decision.fires()) {
        decision = v;
        decision.rule = id;
      }
      decision.fired |= std::uint32_t{1} << id;
      return !Tracer::wants_all;
    }
    return false;
  });
  return decision;
}

}  // namespace oknos::pruning
