#pragma once

#include <string>
#include <vector>

#include "engine/pruning/registry/registry.h"

namespace oknos::lab {

// The rules that something is known of, by name, as tables list them: those of this program in its registry's order,
// then those that only the store knows.
template <class MapByRule>
std::vector<std::string> rules_in_order(const MapByRule& by_rule) {
  std::vector<std::string> out;
  for (const pruning::RuleInfo& info : pruning::kRuleInfos)
    if (by_rule.contains(std::string(info.name))) out.emplace_back(info.name);
  for (const auto& entry : by_rule)
    if (!pruning::find_rule(entry.first)) out.push_back(entry.first);
  return out;
}

}  // namespace oknos::lab
