#pragma once

#include <cstdint>

#include "lab/arguments/stored_command.h"
#include "lab/commands/compare/compare.h"

// `oknos-lab effort FILE.epd...`: where does a search spend its nodes, how good is its order of moves, what do its
// reductions and extensions do? (docs/effort.md)
namespace oknos::lab {

struct EffortOptions : CompareOptions {
  static constexpr std::int64_t kDefaultDepth = 12;  // plies
};

// The program's exit code: 0, kFailure, kUsage or kInterruptedExit.
int effort(const EffortOptions& options);

StoredCommand effort_command();

}  // namespace oknos::lab
