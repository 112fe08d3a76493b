#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/arguments/stored_command.h"
#include "lab/commands/match/match.h"
#include "lab/commands/tune/spsa.h"
#include "lab/experiment/run_arguments.h"
#include "lab/play/plan.h"
#include "lab/terminal/style.h"

// `oknos-lab tune`: better values for the parameters of the rules, found by playing (SPSA).
namespace oknos::lab {

struct TuneOptions {
  static constexpr std::int64_t kDefaultIterations = 10'000;
  static constexpr std::int64_t kMaxIterations = 10'000'000;
  static constexpr std::int64_t kDefaultVerification = 1'000;  // games

  std::string player;                            // what is tuned, as parse_participant() reads it; empty: `search`
  SearchOptions search;                          // preset, set, evalfile: what is tuned, and where it begins
  std::vector<std::string> parameters;           // as read_parameters has them
  std::int64_t iterations = kDefaultIterations;  // a pair of games each; 0: write OpenBench's input and play nothing
  std::optional<double> r_end;                   // nothing: usual_rate_end()
  std::int64_t verification = kDefaultVerification;  // games of the tuned values against those of the beginning
  MatchOptions match;          // how games are played; its players and its number of games are made from the rest
  std::string name = "tuned";  // of the preset
  std::string preset_out;      // where it is written; empty: nowhere
  std::string openbench;       // where the same tuning is written as OpenBench's input
};

// The program's exit code: 0, kFailure, kUsage or kInterruptedExit.
int tune(const TuneOptions& options);

StoredCommand tune_command();

}  // namespace oknos::lab
