#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "lab/store/store_view.h"

namespace oknos::lab {

// Kinds of runs that a report shows.
const std::vector<std::string>& report_kinds();

// One JSON value without line ends: {"file", "kind", "header": [[name, value]...], "items", "done", "result"}. The
// result is what the run's own command writes with --json; of an audit with all four dimensions and the `worst` cases of
// each rule.
Result<std::string> run_json(const store::StoreView& view, std::size_t worst);

}  // namespace oknos::lab
