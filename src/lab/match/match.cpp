#include "lab/match/match.h"

#include <cstdio>

#include "lab/analyse.h"
#include "lab/interrupt.h"
#include "lab/match/match_plan.h"
#include "lab/match/match_run.h"
#include "lab/match/match_view.h"

namespace oknos::lab {

int match(const MatchOptions& options) {
  PlanOutcome plan = make_match_plan(options);
  if (const auto* error = std::get_if<PlanError>(&plan)) return complain(error->code, error->message);
  MatchRun run(options, std::move(std::get<MatchPlan>(plan)));
  const auto error = run.play();
  if (!run.begun()) return complain(kFailure, error->message);
  const MatchState state = run.state();
  const Style style = style_of(stdout, options.color);
  std::printf("%s\n", (options.json ? match_json(state) : match_report(state, style)).c_str());
  if (error) return complain(kFailure, error->message);
  if (!interrupted()) return 0;
  if (const std::string hint = options.run.resume_hint(); !hint.empty()) complain(0, hint);
  return kInterruptedExit;
}

}  // namespace oknos::lab
