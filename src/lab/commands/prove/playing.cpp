#include "lab/commands/prove/playing.h"

#include <array>
#include <fmt/format.h>
#include <memory>

#include "engine/base/text.h"
#include "engine/search/engine.h"
#include "lab/commands/prove/played_result.h"
#include "lab/experiment/experiment.h"
#include "lab/shadow/sampled_search.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/rule_name.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

using pruning::kRuleInfos;
using pruning::kRules;

constexpr std::uint64_t kDefaultNodes = 20'000;  // a position

class Playing final : public ExperimentOf<PlayedResult, ShadowWorker> {
 public:
  Playing(const ProveOptions& options, Plan plan, const pruning::GuardSwitches& guards, const ProofInput& input)
      : ExperimentOf(options.run, options.files),
        options_(options),
        plan_(std::move(plan)),
        guards_(guards),
        input_(input) {}

 private:
  WorkUnitNumber work_units() const override { return static_cast<WorkUnitNumber>(input_.positions.size()); }

  Result<std::unique_ptr<ShadowWorker>> make_worker() override { return std::make_unique<ShadowWorker>(); }

  store::RunSpec identity() const override {
    store::RunSpec spec;
    std::string rules = identity_of(plan_.preset, plan_.settings, plan_.changes);
    for (const std::string& guard : options_.without_guards) rules += ", without " + guard;
    spec.identity = {{"input", input_.hash},
                     {"rules", rules},
                     {"limits", exact_text(plan_.limits)},
                     {"sample", std::to_string(options_.sample)}};
    spec.notes = {{"preset", plan_.preset.name}};
    return spec;
  }

  std::string heading() const override {
    return fmt::format(
        "Preset {}, the playing search: {} per position, every {} of what it prunes searched after all\n\n",
        plan_.preset.name, limits_in_words(plan_.limits),
        options_.sample == 1 ? "one" : grouped(options_.sample) + "th");
  }

  Found<PlayedPosition> find(ShadowWorker& own, WorkUnitNumber work_unit) override {
    const ProofPosition& position = input_.positions[static_cast<std::size_t>(work_unit)];
    std::array<ShadowSums, kRules> sums;
    Shadow shadow(Sampling(options_.sample), [&](const ShadowSample& sample) {
      if (interrupted()) return;
      sums[sample.rule].add(sample, check_sample(sample, ShadowSettings::of(plan_.settings), own.window));
    });
    SearchRequest request;
    request.limits = plan_.limits;
    request.settings = plan_.settings;
    request.guards = guards_;
    PlayedPosition out{position.number,
                       position.id,
                       position.fen,
                       search_sampled(own.engine, position.position, request, shadow).nodes,
                       {}};
    if (interrupted()) return std::nullopt;
    for (std::size_t id = 0; id < kRules; ++id) {
      sums[id].seen = shadow.seen(static_cast<pruning::RuleId>(id)).all();
      if (sums[id].seen > 0) out.rules.push_back({std::string(kRuleInfos[id].name), sums[id]});
    }
    return out;
  }

  std::string progress_text() const override {
    return fmt::format("{} checked, {} wrong", compact(result().sums.checked), compact(result().sums.errors));
  }
  int exit_code() const override { return result().sums.errors > 0 ? kFailure : 0; }

  const ProveOptions& options_;
  const Plan plan_;
  const pruning::GuardSwitches guards_;
  const ProofInput& input_;
};

}  // namespace

int prove_playing(const ProveOptions& options, const ProofInput& input) {
  SearchOptions search = options.search;
  if (!options.depth.empty()) {
    search.depth = text::parse_int<int>(options.depth);
    if (!search.depth || *search.depth < 1 || *search.depth > kMaxDepth.plies())
      return complain(kUsage, fmt::format("--depth: with --playing one depth is expected, 1..{}", kMaxDepth.plies()));
  }
  Limits limits;
  limits.nodes = kDefaultNodes;
  auto plan = make_plan(search, limits);
  if (!plan) return complain(kUsage, plan.error());
  const auto guards = guards_without(options.without_guards);
  if (!guards) return complain(kUsage, guards.error());
  return Playing(options, std::move(*plan), *guards, input).run();
}

}  // namespace oknos::lab
