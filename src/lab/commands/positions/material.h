#pragma once

#include <string>

#include "engine/chess/position.h"

namespace oknos::lab {

// Pieces other than pawns and kings, in the units of the textbooks: knight and bishop 3, rook 5, queen 9. 31 each at
// the start of a game.
int piece_units(const Position& position, Color c);

// Which pieces are on the board, pawns not counted, the richer side first: "QR-RRB", "R-R", "-" (pawns only).
std::string material_kind(const Position& position);

}  // namespace oknos::lab
