#pragma once

#include "engine/chess/position.h"

namespace oknos::train {

// The position at the end of the best line of captures and promotions, according to a search with the current
// evaluation; the position itself if standing pat is best.
Position resolved(const Position& position);

}  // namespace oknos::train
