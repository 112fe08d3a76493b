#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/arguments/stored_command.h"
#include "lab/experiment/run_arguments.h"
#include "lab/play/plan.h"
#include "lab/shadow/sampling.h"

// `oknos-lab audit FILE.epd...`: was it right to leave that out? A sample of what the playing search skips and cuts is
// searched after all (docs/audit.md).
namespace oknos::lab {

struct AuditOptions {
  static constexpr int kDefaultDepth = 10;              // plies
  static constexpr std::uint64_t kDefaultEvery = 1000;  // of what each rule leaves out, one is searched after all
  static constexpr std::size_t kDefaultHash = 16;       // MiB

  std::vector<std::string> files;
  std::string show;  // a run store to show, instead of files
  SearchOptions search;
  std::vector<std::string> sample;          // "1000", "frontier_futility=5000"
  std::vector<std::string> without_guards;  // by name
  std::string judge;     // a preset, or "tablebases=FOLDER"; empty: the one that plays, without the rules of the family
  bool margins = false;  // a margin sweep instead: the rules with margins are watched with the least ones
  std::vector<std::string> rules;  // with `margins`: these alone; none: those with margins that are on
  std::uint64_t root_impact = 0;   // of so many errors one is undone, and the root compared; 0: none
  std::vector<std::string> by;     // names of dimensions; none: depth
  std::size_t worst = 3;
  RunArguments run;
};

// The program's exit code: 0, also when errors were found, for that is what the question was; kFailure, kUsage or
// kInterruptedExit.
int audit(const AuditOptions& options);

StoredCommand audit_command();

}  // namespace oknos::lab
