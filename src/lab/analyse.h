#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/input.h"
#include "lab/plan.h"
#include "lab/style.h"

// `oknos-lab analyse`: searches a position, a file of positions or the positions of games, and shows what the pruning
// rules did. These return the program's exit code: 0, kFailure, kUsage, or kInterruptedExit.
namespace oknos::lab {

inline constexpr int kFailure = 1;  // the work could not be done
inline constexpr int kUsage = 2;    // the command line is wrong

struct AnalyseOptions {
  std::vector<std::string> input;  // see find_inputs
  SearchOptions search;
  bool json = false;
  ColorChoice color = ColorChoice::Auto;
  std::optional<std::string> out;  // where annotated games go instead of standard output
  bool force = false;              // replace that file if it exists
};

int analyse(const AnalyseOptions& options);

// What analyse() passes to its parts.
struct AnalyseTask {
  const AnalyseOptions& options;
  const Plan& plan;
  const Style& style;
};

int analyse_position(const AnalyseTask& task, const Position& position, const std::string& caption);
int analyse_positions(const AnalyseTask& task, std::vector<Input>& inputs);
int analyse_games(const AnalyseTask& task, std::vector<Input>& inputs);

// Prints "oknos-lab: message" to standard error and returns the code.
int complain(int code, const std::string& message);

}  // namespace oknos::lab
