#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "lab/arguments/stored_command.h"
#include "lab/commands/prove/proof.h"
#include "lab/experiment/run_arguments.h"
#include "lab/play/plan.h"

// `oknos-lab prove POSITIONS...`: do the rules leave the value of every search as it is?
namespace oknos::lab {

// What the command line says, as it was written.
struct ProveOptions {
  static constexpr int kDefaultShown = 3;

  std::vector<std::string> files;
  SearchOptions search;  // preset and changes; with `playing` also limits, and depth
  std::string depth;     // "4", "2-5"; empty: the default
  std::string searches;  // "plain", "null_move", "both"; empty: as the theorem needs, else both
  std::string theorem;
  std::vector<std::string> rules;
  bool each = false;
  std::vector<std::string> without_guards;
  double margin_scale = 1.0;
  std::string positional = "none";
  std::optional<int> width;  // centipawns
  int windows = ProofPlan::kDefaultWindows;
  std::uint64_t node_limit = ProofPlan::kDefaultNodeLimit;
  std::uint64_t seed = 1;
  int shown = kDefaultShown;  // differences that are explained
  bool playing = false;
  std::uint64_t sample = 1;  // of what the playing search skips and cuts, every so many is checked
  RunArguments run;
};

// The program's exit code: 0 when nothing differs, kFailure when something does or the input cannot be read, kUsage or
// kInterruptedExit. Of a part of the work (--shard) it says whether something differs there.
int prove(const ProveOptions& options);

// The error speaks of the command line.
Result<ProofPlan> make_proof_plan(const ProveOptions& options);

StoredCommand prove_command();

}  // namespace oknos::lab
