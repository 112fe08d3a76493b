#pragma once

#include <cstddef>
#include <span>

#include "base/score.h"
#include "chess/move.h"

namespace oknos {

// What one thread would play.
struct Ballot {
  Move move;
  Score score;    // from the view of the side to move
  int depth = 0;  // plies it has completed; 0: nothing, and its ballot does not count
};

// Which thread answers for all. A thread's vote weighs as much as it has searched, and more the better it likes its
// move; the deepest thread among those for the winning move answers. A mate that was found wins, the shortest first.
// Equal votes: the lowest number. Precondition: not empty.
std::size_t elect(std::span<const Ballot> ballots);

}  // namespace oknos
