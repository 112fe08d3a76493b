#include "lab/commands/match/match.h"

#include "lab/commands/match/match_run.h"
#include "lab/terminal/exit_code.h"

namespace oknos::lab {

int match(const MatchOptions& options) {
  PlanOutcome plan = make_match_plan(options);
  if (const auto* error = std::get_if<PlanError>(&plan)) return complain(error->code, error->message);
  return MatchRun(options, std::move(std::get<MatchPlan>(plan))).run();
}

}  // namespace oknos::lab
