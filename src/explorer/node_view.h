#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "explorer/trace.h"
#include "lab/audit/shadow.h"

// What there is to know of one entry of a trace, as JSON (docs/explorer.md).
namespace oknos::explorer {

// One JSON object. An error when there is no such entry or its line cannot be played.
Result<std::string> node_json(const Trace& trace, std::uint32_t entry);

// What came of searching it after all.
std::string verdict_json(const lab::ShadowSample& sample, const lab::ShadowVerdict& verdict);

// The settings that the trace was searched with; an error when it does not say so.
Result<pruning::Settings> settings_of(const Trace& trace);

}  // namespace oknos::explorer
