#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/arguments/stored_command.h"
#include "lab/experiment/run_arguments.h"
#include "lab/play/plan.h"

// `oknos-lab regret FILE.epd...`: how much does a player give away in a single move, and how does that shrink with more
// nodes? (docs/suites.md)
namespace oknos::lab {

struct RegretOptions {
  static constexpr std::size_t kDefaultHash = 16;               // MiB
  static constexpr std::uint64_t kDefaultJudgeNodes = 150'000;  // for each move
  static constexpr std::int64_t kDefaultNodes = 5000;

  std::vector<std::string> files;
  std::string show;                  // a run store to show, instead of files
  std::vector<std::string> players;  // as parse_participant reads them; the first is what the others are compared with
  LimitLists limits;
  std::string judge{pruning::kDefaultPreset};  // as parse_participant reads it
  std::uint64_t judge_nodes = kDefaultJudgeNodes;
  std::size_t hash = kDefaultHash;  // MiB, of our own search; of engines when it is said
  bool hash_given = false;
  RunArguments run;
};

// The program's exit code: 0, kFailure, kUsage or kInterruptedExit.
int regret(const RegretOptions& options);

StoredCommand regret_command();

}  // namespace oknos::lab
