#pragma once

#include <array>

#include "engine/pruning/parts/conventions.h"
#include "engine/pruning/registry/registry.h"

namespace oknos::pruning {

// A preset with the user's own values laid over it: what the search reads. A plain value, fixed while a search runs.
struct Settings {
  std::array<RuleSetting, kRules> rules{};
  Conventions conventions;

  template <class R>
  constexpr const RuleSetting& of() const {
    return rules[kId<R>];
  }
  template <class R>
  constexpr bool enabled() const {
    return rules[kId<R>].enabled;
  }
  constexpr bool operator==(const Settings&) const = default;
};

}  // namespace oknos::pruning
