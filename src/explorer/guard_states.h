#pragma once

#include <vector>

#include "engine/pruning/parts/verdict.h"
#include "lab/shadow/shadow.h"

namespace oknos::explorer {

// A guard that can be asked of a position and a window alone, and whether what it looks for is there. Where it is, and
// a rule has left the move or the node out all the same, the guard is none of that rule's.
struct GuardState {
  pruning::Guard guard = pruning::Guard::None;
  bool forbids = false;
};

std::vector<GuardState> guard_states(const lab::ShadowSample& sample);

}  // namespace oknos::explorer
