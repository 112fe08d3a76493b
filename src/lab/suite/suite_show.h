#pragma once

#include <string>
#include <vector>

#include "lab/store/store_view.h"
#include "lab/style.h"
#include "lab/suite/position_result.h"

namespace oknos::lab {

// The results in a run store of a suite.
Result<std::vector<PositionResult>> read_suite(const store::StoreView& view);
// What `oknos-lab show RUN.db` says of a suite: the same report that ended the run, from its rows.
std::string suite_summary(const store::StoreView& view, const Style& style);

}  // namespace oknos::lab
