#pragma once

#include <array>

#include "engine/pruning/parts/conventions.h"
#include "engine/pruning/registry/registry.h"

namespace oknos::pruning {

// The settings of a search: a preset with the user's changes applied. Constant during a search.
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
