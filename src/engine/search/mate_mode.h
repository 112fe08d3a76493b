#pragma once

#include "engine/pruning/registry/settings.h"

namespace oknos {

// The settings of `go mate`: the preset's, without the futility family above the horizon, which judges moves by scores
// and order rather than by mates, without null move pruning, which misses zugzwang, and without ProbCut. Reductions
// stay, because a deeper iteration searches the move to full depth.
constexpr pruning::Settings mate_settings(pruning::Settings settings) {
  using pruning::Place;
  for (std::size_t id = 0; id < pruning::kRules; ++id) {
    const pruning::RuleInfo& rule = pruning::kRuleInfos[id];
    const bool at_horizon = rule.place == Place::QuiescenceNode || rule.place == Place::QuiescenceMove;
    if (rule.kind == pruning::RuleKind::Family && !at_horizon) settings.rules[id].enabled = false;
  }
  settings.rules[pruning::kId<pruning::NullMovePruning>].enabled = false;
  settings.rules[pruning::kId<pruning::ProbCut>].enabled = false;
  return settings;
}

}  // namespace oknos
