#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/commands/tune/spsa.h"
#include "lab/play/game_summary.h"
#include "lab/store/format.h"

namespace oknos::lab {

// What an iteration came to: both points have played the same opening with each colour.
struct IterationResult {
  std::string plus;       // the values of the point above, in the order of the parameters: "82 3 -4"
  std::string minus;      // of the one below
  int half_points = 0;    // of `plus`, 0 to 4
  std::string opening;    // its name or number
  int plies = 0;          // of both games
  int forfeits = 0;       // games lost on time
  std::int64_t time = 0;  // milliseconds that both thought

  // Games won by `plus` minus games lost.
  int result() const { return half_points - 2; }
};
IterationResult iteration_result(const SpsaTrial& trial, const PairSummary& pair);

// A work unit of a run store: an iteration has one row in `iterations`, a pair of the verification two in `games`,
// which is the table of a match.
struct TuneUnit {
  std::vector<IterationResult> iteration;
  std::vector<GameSummary> games;
};

}  // namespace oknos::lab
