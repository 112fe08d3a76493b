#include "lab/ablate/ablate.h"

#include <cstdio>

#include "lab/ablate/ablate_view.h"
#include "lab/ablate/ablation.h"
#include "lab/analyse.h"

namespace oknos::lab {

namespace {

Result<ComparePlan> make_ablate_plan(const AblateOptions& options) {
  const auto search = make_plan(options.search, {});
  if (!search) return Error{search.error()};
  const auto rules = rules_to_ablate(search->settings, options.rules);
  if (!rules) return Error{rules.error()};
  Ablation ablation = make_ablation(*search, *rules, options.pairs);
  ComparePlan plan;
  plan.kind = kAblateKind;
  plan.players = std::move(ablation.players);
  plan.names = std::move(ablation.names);
  if (const auto error = take_limits(plan, options.limits, AblateOptions::kDefaultDepth)) return *error;
  return plan;
}

int show_ablation(const AblateOptions& options) {
  const auto view = store::StoreView::open(options.show);
  if (!view) return complain(kFailure, view.error());
  const auto comparison = read_comparison(**view, kAblateKind);
  if (!comparison) return complain(kFailure, comparison.error());
  if (options.json)
    std::printf("%s\n", ablate_json(*comparison, false).c_str());
  else
    std::printf("%s", ablate_report(*comparison, style_of(stdout, options.color)).c_str());
  return 0;
}

}  // namespace

int ablate(const AblateOptions& options) {
  if (!options.show.empty()) return show_ablation(options);
  const auto plan = make_ablate_plan(options);
  if (!plan) return complain(kUsage, plan.error());
  return run_comparison(*plan, options.files, options.run, {options.json, options.color, ablate_report, ablate_json});
}

std::string ablate_summary(const store::StoreView& view, const Style& style) {
  const auto comparison = read_comparison(view, kAblateKind);
  return comparison ? ablate_report(*comparison, style) : comparison.error() + "\n";
}

}  // namespace oknos::lab
