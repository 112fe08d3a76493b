#pragma once

#include <string>

#include "lab/commands/tune/tune_plan.h"
#include "lab/commands/tune/tune_view.h"
#include "lab/play/participant.h"

// What a tuning writes besides its run store.
namespace oknos::lab {

// The tuned values as a preset file that extends the preset it began with; comments on top say how it was made.
std::string preset_file(const TuneState& state, const Participant& start, const std::string& name);

// The same tuning as input of OpenBench (https://github.com/AndyGrant/OpenBench), from the values of the start: "NAME,
// int, VALUE, MIN, MAX, C_END, R_END", a line each. It hands options to an engine as words without blanks, so the names
// of the UCI options have '_' instead; the engine takes either. `r_end` is its own, for it plays another number of
// games.
std::string openbench_input(const TuneFacts& facts, double r_end);

}  // namespace oknos::lab
