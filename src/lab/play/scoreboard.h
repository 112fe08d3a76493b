#pragma once

#include <array>
#include <cstdint>
#include <map>

#include "lab/play/game_summary.h"
#include "lab/statistics/statistics.h"

namespace oknos::lab {

// What the games of a match add up to.
struct Scoreboard {
  Pentanomial pairs;
  GameCounts all;
  GameCounts as_white;  // the first player with the white pieces
  std::map<Ending, std::uint64_t> endings;
  std::array<std::map<Ending, std::uint64_t>, 2> faults;  // of the first, of the second player
  std::array<PlayerTotals, 2> totals;
  std::uint64_t plies = 0;

  double points() const;  // of the first player
  void add(const PairSummary& pair);
};

}  // namespace oknos::lab
