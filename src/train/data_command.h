#pragma once

#include <string>
#include <vector>

#include "lab/style.h"

// `oknos-lab data`: what is in files of self-play games, and what of it an evaluation can learn from
// (docs/training.md). Returns the program's exit code.
namespace oknos::train {

struct DataOptions {
  std::vector<std::string> games;
  std::string out;      // compact file that all games are added up in; empty: none
  bool force = false;   // replace that file if it exists
  bool append = false;  // to what is in `out`, instead of a new file
  int threads = 1;
  bool json = false;
  lab::ColorChoice color = lab::ColorChoice::Auto;
};

int data(const DataOptions& options);

}  // namespace oknos::train
