#pragma once

#include <string>
#include <vector>

#include "lab/arguments/command.h"
#include "lab/commands/compare/compare_run.h"
#include "lab/experiment/kind.h"
#include "lab/play/plan.h"
#include "lab/experiment/run_arguments.h"

// `oknos-lab ablate FILE.epd...`: what is each rule worth, alone and beside the others?
namespace oknos::lab {

struct AblateOptions {
  static constexpr std::int64_t kDefaultDepth = 8;  // plies

  std::vector<std::string> files;
  std::string show;                // a run store to show, instead of files
  SearchOptions search;            // preset, changes and hash
  std::vector<std::string> rules;  // by name; none: those of the family that are on
  bool pairs = false;              // leave out any two together too
  LimitLists limits;
  store::RunArguments run;
};

inline constexpr const char* kAblateKind = "ablate";

// The program's exit code: 0, kFailure, kUsage or kInterruptedExit.
int ablate(const AblateOptions& options);

RunKind ablate_kind();

void add_ablate(CLI::App& app, int& exit_code, Team* team);

}  // namespace oknos::lab
