#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/pruning/registry/registry.h"
#include "lab/play/participant.h"
#include "lab/play/plan.h"

// Which searches an ablation compares, and what each is called in its run store.
namespace oknos::lab {

using RuleIds = std::vector<pruning::RuleId>;

// Rules that do their work at the same place.
struct RuleGroup {
  std::string name;  // "move rules"
  RuleIds rules;
};

struct Ablation {
  // The name of a search says which rules are on: "whole", "none", "+RULE" (it alone), "-RULE" (the whole without it),
  // "-RULE -RULE", "+[GROUP]", "-[GROUP]".
  static constexpr const char* kWhole = "whole";
  static constexpr const char* kNone = "none";
  static std::string alone(pruning::RuleId rule);
  static std::string without(pruning::RuleId rule);
  static std::string without(pruning::RuleId a, pruning::RuleId b);  // the order of the two does not matter
  static std::string alone(const RuleGroup& group);
  static std::string without(const RuleGroup& group);

  RuleIds rules;  // in the registry's order
  std::vector<Participant> players;
  std::vector<std::string> names;  // of the players
};

// The rules of the family that the settings have on, without those that every preset needs; or those that are named.
Result<RuleIds> rules_to_ablate(const pruning::Settings& settings, const std::vector<std::string>& named);
// Those with at least two of the rules, and less than all.
std::vector<RuleGroup> groups_of(const RuleIds& rules);

// `pairs`: leaves out any two together too.
Ablation make_ablation(const Plan& plan, const RuleIds& rules, bool pairs);

}  // namespace oknos::lab
