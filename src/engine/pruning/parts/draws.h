#pragma once

#include "engine/chess/movegen.h"
#include "engine/chess/position.h"

namespace oknos::pruning {

// Is the position drawn, before any move is looked at? The search and the guards ask the same question. `ply`: from the
// root, as Position::is_repetition wants it.
inline bool is_drawn(const Position& position, int ply) {
  return position.is_repetition(ply) || position.is_dead() || position.is_fifty_move_draw();
}

// Does the game continue here, or end with the mover mated? That is, no draw.
inline bool is_alive(const Position& position, int ply) {
  return !is_drawn(position, ply) && (position.in_check() || has_legal_move(position));
}

}  // namespace oknos::pruning
