#pragma once

#include <string>
#include <vector>

#include "lab/arguments/command.h"
#include "lab/experiment/result.h"
#include "lab/play/plan.h"

// `oknos-lab explore [FEN | RUN.db | TRACE]`: the tree explorer on a port of this machine.
namespace oknos::explorer {

struct ExploreOptions {
  static constexpr int kDefaultDepth = 7;  // plies
  static constexpr int kDefaultPort = 8017;
  static constexpr int kMaxEntries = 20'000'000;

  std::vector<std::string>
      input;  // a position as find_input reads it, a run store or a trace; nothing: a famous position
  lab::SearchOptions search;
  std::string host = "127.0.0.1";
  int port = kDefaultPort;
  std::size_t entries = 1'000'000;  // of one tree
  std::string engine;               // searches what another engine's trace has skipped: "cmd=ENGINE,option.X=Y"
  std::string save;                 // write the trace of one search there instead of serving
  bool force = false;               // replace that file if it exists
};

// `kinds`: of the run stores that it opens. The program's exit code: 0, kFailure, kUsage or kInterruptedExit.
int explore(const ExploreOptions& options, const lab::RunKinds& kinds);

void add_explore(CLI::App& app, int& exit_code, const lab::RunKinds& kinds);

}  // namespace oknos::explorer
