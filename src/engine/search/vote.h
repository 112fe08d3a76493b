#pragma once

#include <cstddef>
#include <span>

#include "engine/base/score.h"
#include "engine/chess/move.h"

namespace oknos {

// The vote of one thread.
struct Ballot {
  Move move;
  Score score;    // from the view of the side to move
  int depth = 0;  // completed depth, plies; 0: the vote does not count
};

// Index of the thread whose result is reported. A vote has the weight depth * (score - worst score); of the threads
// that voted for the winning move the deepest is chosen. If there are proven mates, the shortest wins. Ties go to the
// lowest index. Precondition: `ballots` is not empty.
std::size_t best_thread(std::span<const Ballot> ballots);

}  // namespace oknos
