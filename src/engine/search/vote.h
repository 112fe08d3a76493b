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

// Index of the thread whose result is reported. A vote weighs depth * (score - worst score + 20), with scores clamped
// to +-1000. Of the threads that voted for the winning move the deepest is chosen, then the one with the best score. If
// any thread has a mate or a tablebase win, the highest score wins. Other ties go to the lowest index. Precondition:
// `ballots` is not empty.
std::size_t best_thread(std::span<const Ballot> ballots);

}  // namespace oknos
