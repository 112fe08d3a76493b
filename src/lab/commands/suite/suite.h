#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/arguments/stored_command.h"
#include "lab/experiment/run_arguments.h"
#include "lab/play/participant.h"
#include "lab/play/plan.h"

// `oknos-lab suite FILE.epd...`: which test positions does a search solve, and since when?
namespace oknos::lab {

struct SuiteOptions {
  static constexpr std::uint64_t kDefaultNodes = 100000;  // a position

  std::vector<std::string> files;
  SearchOptions search;  // preset, changes, limits, table; its threads are not used
  bool preset_given = false;
  bool hash_given = false;
  std::string engine;  // as parse_participant reads it, instead of the preset; may be empty
  std::string failed;  // file for the lines that are not solved; may be empty
  RunArguments run;
};

// The program's exit code: 0, kFailure, kUsage or kInterruptedExit.
int suite(const SuiteOptions& options);

// Who searches each position, and how far.
struct SuitePlan {
  Participant player;
  Limits limits;
  std::optional<std::int64_t> patience;  // milliseconds
};

// The error speaks of the command line.
Result<SuitePlan> make_suite_plan(const SuiteOptions& options);

StoredCommand suite_command();

}  // namespace oknos::lab
