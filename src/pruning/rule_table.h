#pragma once

#include <string>

// The registry as Markdown, for the documentation (docs/rules.md, held to this by a test) and for `oknos-lab preset`.
namespace oknos::pruning {

std::string rule_table();       // rule, place, condition, effect, soundness, source
std::string parameter_table();  // rule, parameter, unit, range, meaning
std::string exemption_table();  // exemption, meaning

}  // namespace oknos::pruning
