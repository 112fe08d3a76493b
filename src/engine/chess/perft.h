#pragma once

#include <cstdint>

#include "engine/chess/position.h"

namespace oknos {

// Number of legal lines of `depth` plies, with the search's own make, unmake and generator; the last ply is counted,
// not made.
std::uint64_t perft(Position& position, int depth);

}  // namespace oknos
