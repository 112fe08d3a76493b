#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/base/random_numbers.h"
#include "engine/chess/position.h"

// Random openings, so that no two games are the same.
namespace oknos {

// How random moves are drawn.
enum class RandomMoves : std::uint8_t {
  Uniform,  // each legal move with the same probability
  Weighted  // first the type of the piece, by weight, then one of its moves: more moves of pawns, fewer of rooks
};

// So many random legal moves from `position`; nothing if the game ends within them. The same numbers give the same line
// on every machine.
std::optional<std::vector<Move>> random_line(RandomNumbers& random, RandomMoves kind, Position position, int plies);

}  // namespace oknos
