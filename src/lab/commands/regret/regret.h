#pragma once

#include <cstdint>
#include <string>

#include "lab/arguments/stored_command.h"
#include "lab/commands/compare/compare.h"

// `oknos-lab regret FILE.epd...`: how much does a player give away in a single move, and how does that shrink with more
// nodes? (docs/suites.md)
namespace oknos::lab {

struct RegretOptions : CompareOptions {
  static constexpr std::uint64_t kDefaultJudgeNodes = 150'000;  // for each move
  static constexpr std::int64_t kDefaultNodes = 5000;

  std::string judge{pruning::kDefaultPreset};  // as parse_participant reads it
  std::uint64_t judge_nodes = kDefaultJudgeNodes;
};

// The program's exit code: 0, kFailure, kUsage or kInterruptedExit.
int regret(const RegretOptions& options);

StoredCommand regret_command();

}  // namespace oknos::lab
