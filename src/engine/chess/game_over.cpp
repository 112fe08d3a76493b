#include "engine/chess/game_over.h"

#include "engine/chess/movegen.h"

namespace oknos {

GameOver game_over(const Position& position) {
  constexpr int kEarlierTimes = 2;  // of a position that stands on the board for the third time
  if (!has_legal_move(position)) return position.in_check() ? GameOver::Checkmate : GameOver::Stalemate;
  if (position.is_dead()) return GameOver::DeadPosition;
  if (position.repetitions() >= kEarlierTimes) return GameOver::Repetition;
  return position.is_fifty_move_draw() ? GameOver::FiftyMoves : GameOver::No;
}

}  // namespace oknos
