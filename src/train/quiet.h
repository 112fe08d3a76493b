#pragma once

#include "chess/position.h"

namespace oknos::train {

// The position at the end of the line that a search of captures and promotions thinks best, with the present
// evaluation: the position itself where standing still is best.
Position resolved(const Position& position);

}  // namespace oknos::train
