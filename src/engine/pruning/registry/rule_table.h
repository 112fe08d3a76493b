#pragma once

#include <string>

#include "engine/pruning/parts/rule.h"

// The registry as Markdown tables, for docs/rules/parameters.md (a test compares them) and for `oknos-lab rules
// --markdown`.
namespace oknos::pruning {

std::string rule_table();        // rule, places, condition, effect, soundness, source
std::string parameter_table();   // rule, parameter, unit, range, default, meaning
std::string exemption_table();   // exemption, meaning
std::string convention_table();  // convention, what it decides, value, meaning

std::string places_of(const RuleInfo& rule);  // "node, quiescence node"; "search feature"

}  // namespace oknos::pruning
