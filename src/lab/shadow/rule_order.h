#pragma once

#include <algorithm>
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
  // Not by find_rule(), which knows old names too.
  const auto is_current = [](const std::string& name) {
    return std::any_of(pruning::kRuleInfos.begin(), pruning::kRuleInfos.end(),
                       [&](const pruning::RuleInfo& info) { return info.name == name; });
  };
  for (const auto& entry : by_rule)
    if (!is_current(entry.first)) out.push_back(entry.first);
  return out;
}

}  // namespace oknos::lab
