#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/arguments/command.h"
#include "lab/play/plan.h"
#include "lab/terminal/input.h"
#include "lab/terminal/style.h"

// `oknos-lab analyse`: searches a position, a file of positions or the positions of games, and shows what the pruning
// rules did. These return the program's exit code: 0, kFailure, kUsage, or kInterruptedExit.
namespace oknos::lab {

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

void add_analyse(CLI::App& app, int& exit_code);

}  // namespace oknos::lab
