#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "lab/commands/prove/proof.h"

namespace oknos::lab {

// What is proved of which rules (docs/proofs.md).
struct Theorem {
  std::string_view name;  // "T4'"
  std::vector<pruning::RuleId> rules;
  bool needs_null_move = false;  // says something of the null-move variant only
};

std::optional<Theorem> find_theorem(std::string_view name);  // "T1", "t4", "T4'", "T4p"
std::vector<std::string_view> theorem_names();

}  // namespace oknos::lab
