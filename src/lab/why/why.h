#pragma once

#include <string>
#include <vector>

#include "lab/plan.h"
#include "lab/style.h"

// `oknos-lab why FEN --line "e4 e5 Qh5"`: why was this line not searched further?
namespace oknos::lab {

struct WhyOptions {
  static constexpr int kDefaultDepth = 10;  // plies

  std::vector<std::string> input;  // as find_input reads it: one position
  std::string line;                // moves, UCI or SAN, with or without numbers
  SearchOptions search;
  bool json = false;
  ColorChoice color = ColorChoice::Auto;
};

// The program's exit code: 0, kFailure, kUsage or kInterruptedExit.
int why(const WhyOptions& options);

}  // namespace oknos::lab
