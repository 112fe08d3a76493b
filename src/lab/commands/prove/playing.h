#pragma once

#include "lab/commands/prove/prove.h"
#include "lab/commands/prove/prove_input.h"

namespace oknos::lab {

// `oknos-lab prove --playing`: what the playing search skips and cuts is searched after all. The program's exit code:
// 0, kFailure when a rule was wrong, kUsage or kInterruptedExit.
int prove_playing(const ProveOptions& options, const ProofInput& input);

}  // namespace oknos::lab
