#pragma once

#include "lab/arguments/stored_command.h"

namespace oknos::lab {

// `oknos-lab predict`: how many Elo is a change of a preset worth, by its nodes, its errors and the moves that it gives
// away, without games? (docs/price.md)
StoredCommand predict_command();

}  // namespace oknos::lab
