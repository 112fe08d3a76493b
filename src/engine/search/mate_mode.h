#pragma once

#include "engine/pruning/registry/settings.h"

namespace oknos {

// The settings of `go mate`: those of the preset, without the rules that prune by a margin, which says nothing about
// mates, and without null move pruning, which misses zugzwang. Reductions stay, because a deeper iteration searches the
// move to full depth.
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
