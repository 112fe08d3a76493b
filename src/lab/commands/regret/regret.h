#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/arguments/stored_command.h"
#include "lab/commands/compare/compare.h"

// `oknos-lab regret FILE.epd...`: how much does a player give away in a single move, and how does that shrink with more
// nodes? (docs/suites.md)
namespace oknos::lab {

struct RegretOptions : CompareOptions {
  static constexpr std::uint64_t kDefaultJudgeNodes = 150'000;  // for each move
  static constexpr std::int64_t kDefaultNodes = 5000;
  static constexpr int kDefaultSpread = 4;

  bool variants = false;           // the players: one preset, and every variant of it that make_variants() has
  std::vector<std::string> rules;  // with `variants`: only those of these rules
  std::string judge{pruning::kDefaultPreset};  // as parse_participant reads it
  std::uint64_t judge_nodes = kDefaultJudgeNodes;
  std::string contested;        // file for the positions in which the moves differ; empty: none
  int spread = kDefaultSpread;  // by so much, at least: percent of a point between the best and the worst move
};

// The program's exit code: 0, kFailure, kUsage or kInterruptedExit.
int regret(const RegretOptions& options);

StoredCommand regret_command();

}  // namespace oknos::lab
