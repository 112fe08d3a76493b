#include "lab/commands/ablate/ablate.h"

#include "lab/commands/ablate/ablate_view.h"
#include "lab/commands/ablate/ablation.h"
#include "lab/commands/compare/compare_store.h"
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
  plan.kind = kAblateKind;
  plan.players = std::move(ablation.players);
  plan.names = std::move(ablation.names);
  if (const auto error = take_limits(plan, options.limits, AblateOptions::kDefaultDepth)) return *error;
  return plan;
}

}  // namespace

int ablate(const AblateOptions& options) {
  if (!options.show.empty()) return show_run(options.show, ablate_kind(), options.run);
  const auto plan = make_ablate_plan(options);
  if (!plan) return complain(kUsage, plan.error());
  return run_comparison(*plan, options.files, options.run, {ablate_report, ablate_json});
}

RunKind ablate_kind() {
  return {kAblateKind, "what each rule saves, alone and together with the others", compare_format().tables,
          [](const store::StoreView& view, const Style& style) {
            return shown(read_comparison(view, kAblateKind),
                         [&](const Comparison& c) { return ablate_report(c, style); });
          },
          [](const store::StoreView& view, std::size_t) {
            return shown(read_comparison(view, kAblateKind), [](const Comparison& c) { return ablate_json(c, false); });
          }};
}

}  // namespace oknos::lab
