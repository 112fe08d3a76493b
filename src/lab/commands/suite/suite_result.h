#pragma once

#include <vector>

#include "lab/experiment/result.h"
#include "lab/solving/position_result.h"

namespace oknos::lab {

// What a suite comes to. In a run store it has a work unit for each position: a row in `positions`, and one for each
// depth in `iterations`.
class SuiteResult final : public RunResult {
 public:
  using Unit = PositionResult;
  static constexpr const char* kKind = "suite";
  static constexpr const char* kDescription = "test positions: which are solved, and how early";
  static store::Format<PositionResult> format();

  explicit SuiteResult(const RunHeader& header) : player(header.entry("engine")), limits(header.entry("limits")) {}
  void add(WorkUnitNumber, PositionResult position);
  std::string text(const Style& style) const override;
  nlohmann::ordered_json json() const override;

  std::string player;
  std::string limits;
  std::vector<PositionResult> positions;  // without their iterations, of which there may be many
  std::vector<std::string> unreadable;    // places of lines that gave no position; a store does not know them
};

}  // namespace oknos::lab
