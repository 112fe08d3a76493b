#pragma once

#include "engine/base/score.h"
#include "engine/chess/position.h"

namespace oknos {

// Static exchange evaluation: does the exchange on the move's target square, each side capturing with its least
// valuable piece and stopping when it pays, gain at least `threshold` centipawns for the mover? Pinned pieces stay out
// while their pinner stands. The swap algorithm with the balance kept against the threshold
// (https://www.chessprogramming.org/SEE_-_The_Swap_Algorithm). Castling gains nothing.
// `threatened`: the squares that the opponent attacks, if known. A move between two others cannot lose anything.
bool see_at_least(const Position& position, Move m, Score threshold, Bitboard threatened = kAllSquares);

}  // namespace oknos
