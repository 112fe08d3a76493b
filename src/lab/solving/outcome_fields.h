#pragma once

#include "lab/solving/position_result.h"

namespace oknos::lab {

// What became of a position, in the rows of a run store (store/format.h).
template <class F, class Outcome>
void outcome_field(F& f, Outcome& outcome) {
  constexpr int kCount = static_cast<int>(SuiteOutcome::IllegalMove) + 1;
  f.choice("outcome", outcome, kCount,
           "solved, missed, searched (nothing asked), game over, crashed, silent, illegal move");
}

}  // namespace oknos::lab
