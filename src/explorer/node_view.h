#pragma once

#include <cstdint>
#include <string>

#include "engine/base/result.h"
#include "engine/search/engine.h"
#include "explorer/trace.h"
#include "lab/shadow/shadow.h"

// What there is to know of one entry of a trace, as JSON (docs/explorer.md).
namespace oknos::explorer {

// One JSON object. An error when there is no such entry or its line cannot be played.
Result<std::string> node_json(const Trace& trace, std::uint32_t entry);

// What came of searching it after all.
// `line`: what would have come, as text; may be empty.
std::string verdict_json(const lab::ShadowSample& sample, const lab::ShadowVerdict& verdict, const std::string& line);

// The move that was left out and what a search of the position after it plays, with these settings: "12. Nf3 Nc6".
// Empty where the move would have led to quiescence: that has no line to tell.
std::string line_after(const lab::ShadowSample& sample, const pruning::Settings& settings, Engine& engine);

// The settings that the trace was searched with; an error when it does not say so.
Result<pruning::Settings> settings_of(const Trace& trace);

}  // namespace oknos::explorer
