#pragma once

#include <vector>

#include "lab/experiment/kind.h"
#include "lab/solving/position_result.h"

// How a suite's results lie in a run store: an item for each position, a row in `positions` and one for each depth in
// `iterations`.
namespace oknos::lab {

inline constexpr const char* kSuiteKind = "suite";

store::Format<PositionResult> suite_format();
// The results in a run store of a suite.
Result<std::vector<PositionResult>> read_suite(const store::StoreView& view);
RunKind suite_kind();

}  // namespace oknos::lab
