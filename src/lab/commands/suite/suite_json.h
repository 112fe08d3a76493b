#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "lab/commands/suite/suite_result.h"

// What `suite --json` writes: a JSON value on each line, without a line end. Scores are from White's view.
namespace oknos::lab {

// {"type": "position", "number", "id", "theme", "position", "wanted", "outcome", "best", "score", "depth", "nodes",
// "time_ms", "held_since": {"depth", "nodes", "time_ms"}, "first", "points", "most_points", "failure"}
std::string suite_position_json(const PositionResult& result);

// {"type": "summary", "player", "limits", counts..., "themes", "by_depth", "not_solved", ...}
nlohmann::ordered_json suite_summary_json(const SuiteResult& result);

}  // namespace oknos::lab
