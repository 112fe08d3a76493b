#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/solving/position_result.h"

// One position searched by everybody at every limit: plain data, as it lies in a run store.
namespace oknos::lab {

struct CompareCell {
  int player = 0;          // in the order of the command line, from 0
  std::int64_t limit = 0;  // plies, nodes or milliseconds, whichever the run varies
  SuiteOutcome outcome = SuiteOutcome::Searched;
  std::string move;          // UCI; empty when there is none
  std::optional<int> value;  // of the move, from the view of the side to move: centipawns, mate as 32000 less its plies
  int depth = 0;             // completed, plies
  std::uint64_t nodes = 0;
  std::int64_t time = 0;  // milliseconds
};

struct ComparedPosition {
  int number = 0;  // in the input, from 1
  std::string id;
  std::string fen;
  bool asked = false;  // whether a move or a mate is asked for
  std::vector<CompareCell> cells;
};

}  // namespace oknos::lab
