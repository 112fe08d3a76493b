#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/commands/compare/compare_view.h"
#include "lab/play/participant.h"
#include "lab/solving/suite_input.h"
#include "lab/experiment/run_arguments.h"
#include "lab/terminal/style.h"

// Several players search the same positions to the same limits: what `compare` and `ablate` have in common.
namespace oknos::lab {

enum class LimitUnit : std::uint8_t { Depth, Nodes, Time };

struct ComparePlan {
  std::string kind;  // of the run store
  std::vector<Participant> players;
  std::vector<std::string> names;  // of the players; empty: as they call themselves
  LimitUnit unit = LimitUnit::Depth;
  std::vector<std::int64_t> limits;  // plies, nodes or milliseconds, ascending

  std::string unit_name() const;
  Limits limits_of(std::int64_t limit) const;
};

// Gives the plan its unit and limits, in ascending order, each once.
std::optional<Error> take_limits(ComparePlan& plan, const LimitLists& lists, std::int64_t otherwise);

// How its result is shown.
struct CompareOutput {
  std::string (*report)(const Comparison&, const Style&);
  std::string (*to_json)(const Comparison&, bool interrupted);
};

// Runs it, and prints what came of it. The program's exit code: 0, kFailure or kInterruptedExit.
int run_comparison(const ComparePlan& plan, const std::vector<std::string>& files, const store::RunArguments& run,
                   const CompareOutput& output);

}  // namespace oknos::lab
