#pragma once

#include <optional>
#include <string_view>

#include "engine/base/result.h"
#include "explorer/trace.h"

// Traces in lines of JSON, as include/oknos/claims.h writes them while another engine searches (docs/trace.md).
namespace oknos::explorer {

// How the file begins.
inline constexpr std::string_view kTraceLinesBeginning = "{\"oknos_trace\"";

// The tree of the last iteration that was completed, or of the one to `depth`; if none was completed, the one that was
// begun, where what was not left counts as stopped. A last line that is cut short is ignored: the engine may have been
// killed. The error names the line and what is wrong there.
Result<Trace> read_trace_lines(std::string_view text, std::optional<int> depth = std::nullopt);

}  // namespace oknos::explorer
