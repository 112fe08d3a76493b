#pragma once

#include <optional>
#include <string>
#include <vector>

#include "train/network/training.h"

// `oknos-lab train network`: trains the network of the evaluation on self-play games (docs/network.md). Returns the
// program's exit code.
namespace oknos::train::network {

struct NetworkOptions {
  std::vector<std::string> games;
  std::string out;
  std::string from;    // a network to start from; empty: random numbers
  bool force = false;  // replace that file if it exists
  Schedule schedule;
  bool fit_scale = true;                      // instead of schedule.scale
  int validation = 5;                         // percent of the games
  std::vector<std::string> validation_games;  // instead of that percentage, if there are any
  Filter filter = kNetworkFilter;
  int strays = 0;          // strays for each position of a game
  double lookahead = 0.0;  // weight of the later scores in the target (Lookahead); not with fit_scale
  int threads = 1;
  bool resume = false;
  bool json = false;
};

int train_network(const NetworkOptions& options);

}  // namespace oknos::train::network
