#pragma once

#include <cstdint>
#include <random>

#include "engine/chess/movegen.h"
#include "engine/chess/position.h"

// Positions out of random games, the same for the same seed.
namespace oknos::pruning {

// Calls f(const Position&) for `count` positions that have a legal move.
template <class F>
void for_random_positions(std::uint32_t seed, int count, F&& f) {
  constexpr int kLongestGame = 160;  // plies
  std::mt19937 random(seed);
  Position position = Position::initial();
  for (int plies = 0, done = 0; done < count; ++plies) {
    const MoveList moves = legal_moves(position);
    if (moves.empty() || plies >= kLongestGame) {
      position = Position::initial();
      plies = 0;
      continue;
    }
    f(static_cast<const Position&>(position));
    ++done;
    position.play(moves[random() % moves.size()]);
  }
}

}  // namespace oknos::pruning
