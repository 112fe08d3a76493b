#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lab/arguments/stored_command.h"
#include "lab/commands/compare/compare_run.h"
#include "lab/experiment/run_arguments.h"

// `oknos-lab compare FILE.epd... --preset A --preset B`: what do presets, or engines, make of the same positions?
namespace oknos::lab {

struct CompareOptions {
  static constexpr std::int64_t kDefaultDepth = 8;  // plies
  static constexpr std::size_t kDefaultHash = 16;   // MiB

  std::vector<std::string> files;
  std::string show;                  // a run store to show, instead of files
  std::vector<std::string> players;  // as parse_participant reads them; the first is what the others are compared with
  LimitLists limits;                 // nothing: kDefaultDepth
  std::size_t hash = kDefaultHash;   // MiB, of our own search; of engines when it is said
  bool hash_given = false;
  RunArguments run;
};

// The players of the options, none with a limit of its own. `option` names them in errors.
Result<std::vector<Participant>> players_of(const CompareOptions& options, std::string_view option);

// The program's exit code: 0, kFailure, kUsage or kInterruptedExit.
int compare(const CompareOptions& options);

StoredCommand compare_command();

}  // namespace oknos::lab
