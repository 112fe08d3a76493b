#pragma once

#include <cstdint>
#include <string>
#include <vector>

// `oknos-lab train wdl`: fits the win model to self-play games and writes its numbers as C++ (docs/training.md).
// Returns the program's exit code.
namespace oknos::train {

struct WdlOptions {
  std::vector<std::string> games;
  std::string out = "src/engine/uci/win_model_values.h";
  bool force = false;   // replace that file if it exists
  int validation = 10;  // percent of the games, drawn by number and seed, that are held out to test the model
  std::uint64_t seed = 1;
  int threads = 1;
  bool json = false;
};

int train_wdl(const WdlOptions& options);

}  // namespace oknos::train
