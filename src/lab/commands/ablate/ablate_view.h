#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/commands/compare/compare_view.h"
#include "lab/terminal/style.h"

// What an ablation comes to, read from the names of its searches (ablation.h).
namespace oknos::lab {

struct AblationRow {
  std::string name;  // of the rule or of the group
  bool group = false;
  const CompareSum* alone = nullptr;
  const CompareSum* without = nullptr;
};

struct AblationSums {
  const CompareSum* whole = nullptr;
  const CompareSum* none = nullptr;
  std::vector<AblationRow> rows;

  // Of two rules' names: how many times more nodes it takes to do without both than the two, left out one by one, would
  // suggest together. 1: they do not know of each other; above: each does the other's work where it
  // is missing; below: each saves more beside the other. Nothing: not searched.
  std::optional<double> interaction(std::string_view a, std::string_view b) const;
  std::vector<std::pair<std::string, const CompareSum*>> pairs;  // by name
};

// At one limit; nothing when the whole or none of it is missing.
std::optional<AblationSums> ablation_at(const Comparison& comparison, std::int64_t limit);

std::string ablate_report(const Comparison& comparison, const Style& style);
nlohmann::ordered_json ablate_json(const Comparison& comparison, bool interrupted);

}  // namespace oknos::lab
