#pragma once

#include <cstddef>
#include <span>

#include "engine/base/score.h"
#include "engine/chess/move.h"

namespace oknos {

// One thread's vote.
struct Ballot {
  Move move;
  Score score;    // from the view of the side to move
  int depth = 0;  // completed plies; 0: none, the vote does not count
};

// The thread whose result is reported. A vote weighs depth times score above the worst; the deepest thread among those
// for the winning move is chosen. A proven mate wins, the shortest first. Ties go to the lowest number. Precondition:
// not empty.
std::size_t best_thread(std::span<const Ballot> ballots);

}  // namespace oknos
