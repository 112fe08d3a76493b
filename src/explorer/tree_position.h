#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "engine/base/result.h"
#include "engine/chess/position.h"
#include "explorer/trace.h"
#include "lab/shadow/shadow.h"

// Where in the game an entry of a trace stands.
namespace oknos::explorer {

// The trace's first position: `fen` and the moves after it.
Result<Position> root_of(const Trace& trace);

// The position at an entry: of a visit, the node's own; of a skipped move, that before it. Null moves stand in its
// history as the search has them. An error when a move of the path cannot be played.
Result<Position> position_at(const Trace& trace, const Position& root, std::uint32_t entry);

// The entry's bits of exemptions by the guards' numbers here; those of the trace are by its own list of guards.
std::uint32_t exemptions_of(const Trace& trace, const TraceEntry& entry);

// What the entry left out, to be searched after all: a skipped move or a node that a rule cut. Nothing for other
// entries, and for the root's own.
std::optional<lab::ShadowSample> sample_at(const Trace& trace, const Position& root, std::uint32_t entry);

}  // namespace oknos::explorer
