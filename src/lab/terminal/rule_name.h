#pragma once

#include <string_view>

#include "engine/base/result.h"
#include "engine/pruning/registry/registry.h"

namespace oknos::lab {

// The rule of that name; the error lists the names that there are.
Result<pruning::RuleId> rule_named(std::string_view name);

}  // namespace oknos::lab
