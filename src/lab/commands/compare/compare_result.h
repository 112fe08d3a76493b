#pragma once

#include "lab/commands/compare/compare_view.h"
#include "lab/experiment/result.h"

namespace oknos::lab {

// Several players on the same positions. In a run store it has a work unit for each position: a row in `positions`, and
// one for each player and limit in `results`. `compare` and `ablate` show it each in its way.
class ComparisonResult : public RunResult {
 public:
  using Unit = ComparedPosition;
  static store::Format<ComparedPosition> format();

  explicit ComparisonResult(const RunHeader& header);
  void add(WorkUnitNumber, const ComparedPosition& position) { comparison.add(position); }

  Comparison comparison;
};

class CompareResult final : public ComparisonResult {
 public:
  static constexpr const char* kKind = "compare";
  static constexpr const char* kDescription = "presets or engines on the same positions";

  using ComparisonResult::ComparisonResult;
  std::string text(const Style& style) const override { return compare_report(comparison, style); }
  nlohmann::ordered_json json() const override;
};

}  // namespace oknos::lab
