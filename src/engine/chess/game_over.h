#pragma once

#include "engine/chess/position.h"

namespace oknos {

// How a game has ended by the rules, without anybody's claim.
enum class GameOver { No, Checkmate, Stalemate, DeadPosition, Repetition /* threefold */, FiftyMoves };

// Mate counts before any draw. Takes as long as finding a legal move.
GameOver game_over(const Position& position);

}  // namespace oknos
