#pragma once

#include <string>
#include <vector>

#include "lab/arguments/command.h"
#include "lab/terminal/style.h"
#include "train/game_walk.h"

// `oknos-lab data`: shows what is in files of self-play games, and which of their positions are suitable for training
// (docs/training.md). Returns the program's exit code.
namespace oknos::train {

struct DataOptions {
  std::vector<std::string> games;
  std::string out;      // file for the games or positions; empty: none
  bool force = false;   // replace that file if it exists
  bool append = false;  // to what is in `out`, instead of a new file
  Filter filter;
  std::size_t sample = 0;  // draw so many positions, or games if `out` is a file of games; 0: take all
  std::uint64_t seed = 1;  // of the sample
  int threads = 1;
  bool json = false;
  lab::ColorChoice color = lab::ColorChoice::Auto;
};

int data(const DataOptions& options);

void add_data(CLI::App& app, int& exit_code);

}  // namespace oknos::train
