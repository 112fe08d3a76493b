#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/solving/position_result.h"

// The numbers of suite_report() and of the summary in JSON.
namespace oknos::lab {

struct SuiteCounts {
  std::size_t positions = 0;
  std::size_t asked = 0;   // positions that ask for something
  std::size_t solved = 0;  // of those
  std::size_t failed = 0;  // the engine crashed, kept silent or played an illegal move
  std::size_t scored = 0;  // positions with points
  std::uint64_t points = 0;
  std::uint64_t most_points = 0;
  std::size_t mates = 0;        // mate scores with a line that ends in that mate,
  std::size_t short_lines = 0;  // with a line that ends before it,
  std::size_t wrong_lines = 0;  // with a line that contradicts it
  std::uint64_t nodes = 0;
  std::int64_t time = 0;  // milliseconds, added up

  void add(const PositionResult& result);
};

struct ThemeCounts {
  std::string theme;
  SuiteCounts counts;
};

struct SuiteSummary {
  // So many are solved, and stay so, within so much.
  struct Within {
    std::int64_t limit = 0;  // plies, nodes or milliseconds
    std::size_t solved = 0;
  };

  SuiteCounts counts;
  std::vector<ThemeCounts> themes;  // as they come in the input
  std::vector<Within> by_depth;     // only where the count grows
  std::vector<Within> by_nodes;     // limits 1, 2, 5, 10, 20, ...
  std::vector<Within> by_time;      // milliseconds: the same limits
};

SuiteSummary summary_of(const std::vector<PositionResult>& results);

}  // namespace oknos::lab
