#pragma once

#include "lab/arguments/stored_command.h"

namespace oknos::lab {

// `oknos-lab tune`: better values for the parameters of the rules, found by playing (SPSA).
StoredCommand tune_command();

}  // namespace oknos::lab
