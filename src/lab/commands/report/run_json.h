#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "engine/base/result.h"
#include "lab/experiment/result.h"

namespace oknos::lab {

// One JSON value without line ends: {"file", "kind", "header": [[name, value]...], "work_units", "done", "search",
// "result"}. `search` asks the explorer for the run's search, but for the position. The result is what the run's own
// command writes with --json; of an audit with all four dimensions and the `worst` cases of each rule.
Result<nlohmann::ordered_json> run_json(const store::StoreView& view, const RunKinds& kinds, std::size_t worst);

}  // namespace oknos::lab
