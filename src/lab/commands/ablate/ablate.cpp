#include "lab/commands/ablate/ablate.h"

#include <nlohmann/json.hpp>

#include "lab/commands/ablate/ablate_view.h"
#include "lab/commands/ablate/ablation.h"
#include "lab/experiment/show_run.h"
#include "lab/terminal/exit_code.h"

namespace oknos::lab {

namespace {

Result<ComparePlan> make_ablate_plan(const AblateOptions& options) {
  const auto search = make_plan(options.search, {});
  if (!search) return Error{search.error()};
  const auto rules = rules_to_ablate(search->settings, options.rules);
  if (!rules) return Error{rules.error()};
  Ablation ablation = make_ablation(*search, *rules, options.pairs);
  ComparePlan plan;
  plan.players = std::move(ablation.players);
  plan.names = std::move(ablation.names);
  if (const auto error = take_limits(plan, options.limits, AblateOptions::kDefaultDepth)) return *error;
  return plan;
}

}  // namespace

int ablate(const AblateOptions& options) {
  if (!options.show.empty()) return show_run<AblateResult>(options.show, options.run);
  const auto plan = make_ablate_plan(options);
  if (!plan) return complain(kUsage, plan.error());
  return run_comparison<AblateResult>(*plan, options.files, options.run);
}

nlohmann::ordered_json AblateResult::json() const {
  return ablate_json(comparison, interrupted);
}

}  // namespace oknos::lab
