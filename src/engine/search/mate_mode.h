#pragma once

#include "engine/pruning/registry/settings.h"

namespace oknos {

// The settings of `go mate`: the preset's without the rules that skip or cut by a margin, which say nothing of mates,
// and without null move pruning, which is blind to zugzwang. Reductions stay: a deeper iteration searches the branch in
// full.
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
