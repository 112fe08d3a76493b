#pragma once

#include <vector>

#include "base/result.h"
#include "lab/store/run_store.h"
#include "lab/suite/position_result.h"

// How a suite's results lie in a run store: an item for each position, a row in `positions` and one for each depth in
// `iterations`.
namespace oknos::lab {

inline constexpr const char* kSuiteKind = "suite";
inline constexpr const char* kPositionTable = "positions";

std::vector<store::TableSpec> suite_tables();
std::vector<store::Row> to_rows(const PositionResult& result);
// The error says which column holds what it should not.
Result<PositionResult> result_from_rows(const std::vector<store::Row>& rows);

}  // namespace oknos::lab
