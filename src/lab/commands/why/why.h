#pragma once

#include <string>
#include <vector>

#include "lab/arguments/command.h"
#include "lab/play/plan.h"
#include "lab/terminal/style.h"

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

void add_why(CLI::App& app, int& exit_code);

}  // namespace oknos::lab
