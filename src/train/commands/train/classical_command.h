#pragma once

#include <string>
#include <vector>

#include "train/fit.h"
#include "train/load.h"

// `oknos-lab train classical`: fits the weights of the evaluation to self-play games and writes them as C++
// (docs/training.md). Returns the program's exit code.
namespace oknos::train {

struct ClassicalOptions {
  static constexpr double kDefaultBlend = 0.5;

  std::vector<std::string> games;
  std::string out;
  bool force = false;  // replace that file if it exists
  std::string start;   // a file of weights to begin with; empty: those that this program was built with
  double blend = kDefaultBlend;
  FitOptions fit;       // seed and threads also of the loading
  int validation = 10;  // percent of the games
  bool resolve = false;
  bool json = false;
};

int train_classical(const ClassicalOptions& options);

}  // namespace oknos::train
