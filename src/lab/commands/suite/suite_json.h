#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lab/solving/position_result.h"

// What `suite --json` writes: a JSON value on each line, without a line end. Scores are from White's view.
namespace oknos::lab {

// {"type": "position", "number", "id", "theme", "position", "wanted", "outcome", "best", "score", "depth", "nodes",
// "time_ms", "held_since": {"depth", "nodes", "time_ms"}, "first", "points", "most_points", "failure"}
std::string suite_position_json(const PositionResult& result);

// {"type": "summary", "player", "limits", counts..., "themes", "by_depth", "not_solved", ...}
struct SuiteJsonNotes {
  std::vector<std::pair<std::string, std::string>> about;  // "player", "limits", ...
  std::vector<std::string> unreadable;                     // places of lines
  bool interrupted = false;
};
std::string suite_summary_json(const std::vector<PositionResult>& results, const SuiteJsonNotes& notes);

}  // namespace oknos::lab
