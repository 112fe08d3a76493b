#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "lab/commands/compare/compare_result.h"
#include "lab/experiment/experiment.h"
#include "lab/experiment/run_arguments.h"
#include "lab/play/participant.h"
#include "lab/solving/suite_input.h"
#include "lab/terminal/exit_code.h"

// Several players search the same positions to the same limits: what `compare` and `ablate` have in common.
namespace oknos::lab {

enum class LimitUnit : std::uint8_t { Depth, Nodes, Time };

struct ComparePlan {
  std::vector<Participant> players;
  std::vector<std::string> names;  // of the players; empty: as they call themselves
  LimitUnit unit = LimitUnit::Depth;
  std::vector<std::int64_t> limits;  // plies, nodes or milliseconds, ascending

  std::string unit_name() const;
  Limits limits_of(std::int64_t limit) const;
};

// Gives the plan its unit and limits, in ascending order, each once.
std::optional<Error> take_limits(ComparePlan& plan, const LimitLists& lists, std::int64_t otherwise);

// Equal names get a number, so that they can be told apart in tables: "modern (1)", "modern (2)".
std::vector<std::string> told_apart(std::vector<std::string> names);

using ComparePlayers = std::vector<std::unique_ptr<Player>>;  // of one worker
Result<std::unique_ptr<ComparePlayers>> make_players(const ComparePlan& plan);
store::RunSpec identity_of(const ComparePlan& plan, const ComparePlayers& players, const std::string& input);
Found<ComparedPosition> compare_players(const ComparePlan& plan, ComparePlayers& players, const SuitePosition& position,
                                        int number);

// R: a ComparisonResult.
template <class R>
class CompareRun final : public ExperimentOf<R, ComparePlayers> {
 public:
  CompareRun(const ComparePlan& plan, SuiteInput input, const std::vector<std::string>& files, const RunArguments& run)
      : ExperimentOf<R, ComparePlayers>(run, files), plan_(plan), input_(std::move(input)) {}

 private:
  WorkUnitNumber work_units() const override { return static_cast<WorkUnitNumber>(input_.positions.size()); }
  Result<std::unique_ptr<ComparePlayers>> make_worker() override { return make_players(plan_); }
  store::RunSpec identity() const override { return identity_of(plan_, this->any_worker(), input_.hash); }
  Found<ComparedPosition> find(ComparePlayers& players, WorkUnitNumber work_unit) override {
    return compare_players(plan_, players, input_.positions[static_cast<std::size_t>(work_unit)],
                           static_cast<int>(work_unit) + 1);
  }

  const ComparePlan& plan_;
  const SuiteInput input_;
};

// Runs it, and prints what came of it. The program's exit code: 0, kFailure or kInterruptedExit.
template <class R>
int run_comparison(const ComparePlan& plan, const std::vector<std::string>& files, const RunArguments& run) {
  auto input = read_suite(files);
  if (!input) return complain(kFailure, input.error());
  return CompareRun<R>(plan, std::move(*input), files, run).run();
}

}  // namespace oknos::lab
