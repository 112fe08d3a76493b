#pragma once

#include "engine/chess/movegen.h"
#include "engine/chess/position.h"

namespace oknos::pruning {

// Is the position a draw by repetition, insufficient material or the fifty-move rule? Used by the search and by guards.
// `ply`: distance from the root, for Position::is_repetition.
inline bool is_drawn(const Position& position, int ply) {
  return position.is_repetition(ply) || position.is_dead() || position.is_fifty_move_draw();
}

// Is the position no draw: the game continues, or the side to move is mated?
inline bool is_alive(const Position& position, int ply) {
  return !is_drawn(position, ply) && (position.in_check() || has_legal_move(position));
}

}  // namespace oknos::pruning
