#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/pruning/registry/registry.h"

namespace oknos::lab {

// The rule of that name; the error lists the names that there are.
Result<pruning::RuleId> rule_named(std::string_view name);

// All guards but those named (--without-guard); the error lists the names that there are.
Result<pruning::GuardSwitches> guards_without(const std::vector<std::string>& names);

}  // namespace oknos::lab
