#pragma once

#include "engine/base/types.h"

namespace oknos::eval {

// King and pawn against king: whether the side with the pawn wins. Exact, by retrograde analysis on first use.
// The pawn is White's. Precondition: the position is legal.
bool white_wins_kpk(Square white_king, Square pawn, Square black_king, Color side_to_move);

}  // namespace oknos::eval
