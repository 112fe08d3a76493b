#pragma once

#include "engine/chess/position.h"

namespace oknos::lab {

inline constexpr int kFewestQueens = 2;  // a side
inline constexpr int kMaxQueens = 9;     // the queen and eight promoted pawns

// Have all the men of that colour come from the first 16? What stands beyond a queen, two rooks, two bishops (one on
// each colour of squares) and two knights was promoted, and so many pawns are missing.
bool promotions_add_up(const Position& position, Color c);

}  // namespace oknos::lab
