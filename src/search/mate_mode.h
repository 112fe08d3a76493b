#pragma once

#include "pruning/settings.h"

namespace oknos {

// What `go mate` searches with: a preset's settings without what skips or cuts on a guess. Their margins say how much a
// few moves are worth, which says nothing of mates, and passing hides every zugzwang. What only makes a branch
// shallower stays: a deeper iteration searches it in full.
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
