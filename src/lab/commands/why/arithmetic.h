#pragma once

#include <string>

#include "engine/pruning/registry/settings.h"
#include "lab/shadow/shadow.h"

namespace oknos::lab {

// The rule's condition with the numbers of this case, values in centipawns from the view of the side to move:
// "-312 + 0 + 150 <= -120".
std::string arithmetic(const ShadowSample& sample, const pruning::Settings& settings);

}  // namespace oknos::lab
