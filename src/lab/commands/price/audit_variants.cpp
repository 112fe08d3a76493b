#include "lab/commands/price/audit_variants.h"

#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/uci/win_model.h"
#include "lab/commands/price/price.h"
#include "lab/commands/price/price_result.h"
#include "lab/experiment/experiment.h"
#include "lab/play/preset_variants.h"
#include "lab/shadow/sampled_search.h"
#include "lab/solving/epd_verdict.h"
#include "lab/solving/suite_input.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/json_text.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

constexpr std::size_t kHash = 16;  // MiB

// Expected points of the game, 0 to 1, of the side to move.
double expected_points(Score score, const Position& position) {
  constexpr double kPerMille = 1000.0;
  const uci::Wdl wdl = uci::wdl(score, position);
  return (wdl.win + wdl.draw / 2.0) / kPerMille;
}

// All variants search a position before the next one begins.
class AuditVariants final : public ExperimentOf<VariantErrorsResult, ShadowWorker> {
 public:
  AuditVariants(const RunArguments& run, const std::vector<std::string>& files, Plan plan, Sampling sampling,
                std::vector<PresetVariant> variants, SuiteInput input, AuditVariantsView view)
      : ExperimentOf(run, files),
        view_(std::move(view)),
        plan_(std::move(plan)),
        sampling_(sampling),
        variants_(std::move(variants)),
        input_(std::move(input)) {
    // The first of them is the base.
    variants_.insert(variants_.begin(), PresetVariant{"", "", plan_.settings});
  }

 private:
  WorkUnitNumber work_units() const override {
    return static_cast<WorkUnitNumber>(input_.positions.size() * variants_.size());
  }

  std::string unit() const override { return "searches"; }
  Result<std::unique_ptr<ShadowWorker>> make_worker() override { return std::make_unique<ShadowWorker>(kHash); }

  store::RunSpec identity() const override {
    store::RunSpec spec;
    spec.identity = {{"input", input_.hash},
                     {"base", identity_of(plan_.preset, plan_.settings, plan_.changes)},
                     {"variants", names_of(variants_)},
                     {"limits", exact_text(plan_.limits)},
                     {"sample", sampling_.text()}};
    return spec;
  }

  std::string heading() const override {
    return fmt::format("{} of {}, {} each, {}; one in {} of what each rule prunes is searched after all\n\n",
                       counted(variants_.size() - 1, "variant"), plan_.preset.name,
                       counted(input_.positions.size(), "position"), limits_in_words(plan_.limits),
                       sampling_.in_words());
  }

  Found<VariantSearch> find(ShadowWorker& own, WorkUnitNumber work_unit) override {
    const auto count = static_cast<WorkUnitNumber>(variants_.size());
    const PresetVariant& variant = variants_[static_cast<std::size_t>(work_unit % count)];
    const epd::Record& record = input_.positions[static_cast<std::size_t>(work_unit / count)].record;
    std::array<std::uint64_t, pruning::kRules> checked{};
    std::vector<VariantError> errors;
    const ShadowSettings settings = ShadowSettings::of(variant.settings);
    Shadow shadow(sampling_, [&](const ShadowSample& sample) {
      if (interrupted()) return;
      const ShadowVerdict verdict = check_sample(sample, settings, own.window);
      if (!verdict.claimed) return;
      ++checked[sample.rule];
      if (verdict.error) errors.push_back(error_of(sample, verdict));
    });
    VariantSearch out = search(own.engine, record, variant, shadow);
    if (interrupted()) return std::nullopt;
    out.number = static_cast<int>(work_unit / count) + 1;
    out.errors = std::move(errors);
    for (std::size_t id = 0; id < pruning::kRules; ++id)
      if (const PrunedCount seen = shadow.seen(static_cast<pruning::RuleId>(id)); seen.all() > 0)
        out.checks.push_back({std::string(pruning::kRuleInfos[id].name), seen.all(), checked[id]});
    return out;
  }

  VariantSearch search(Engine& engine, const epd::Record& record, const PresetVariant& variant, Shadow& shadow) const {
    SearchRequest request;
    request.limits = plan_.limits;
    request.settings = variant.settings;
    const SearchReport report = search_sampled(engine, record.position, request, shadow);
    VariantSearch out;
    out.rule = variant.rule;
    out.change = variant.change;
    out.nodes = report.nodes;
    if (!report.lines.empty()) out.depth = report.lines.front().depth;
    if (!report.lines.empty()) out.value = report.lines.front().score.value();
    const Verdict verdict = verdict_of(record, report.best);
    out.asked = verdict != Verdict::NotAsked;
    out.solved = verdict == Verdict::Right;
    return out;
  }

  VariantError error_of(const ShadowSample& sample, const ShadowVerdict& verdict) const {
    const Score limit = sample.kind == ShadowSample::Kind::FailHigh ? sample.beta : sample.alpha;
    VariantError out;
    out.rule = pruning::kRuleInfos[sample.rule].name;
    out.stands_for = sampling_.every(sample.rule);
    out.depth = sample.depth;
    out.ply = sample.ply;
    out.regret = verdict.error_size.value();
    out.loss = std::abs(expected_points(verdict.value, sample.position) - expected_points(limit, sample.position));
    out.found_at_reduced_depth = verdict.found_at_reduced_depth;
    return out;
  }

  std::string text() const override { return cut_short_text() + view_.text(result().table, style()); }
  std::string json() const override { return json_text(view_.json(result().table)) + "\n"; }

  const AuditVariantsView view_;
  const Plan plan_;
  const Sampling sampling_;
  std::vector<PresetVariant> variants_;
  const SuiteInput input_;
};

}  // namespace

int run_audit_of_variants(const RunArguments& run, const std::vector<std::string>& files, Plan plan,
                          const std::vector<std::string>& sample, std::vector<PresetVariant> variants,
                          AuditVariantsView view) {
  const auto sampling = parse_sampling(sample, AuditVariantsOptions::kDefaultEvery);
  if (!sampling) return complain(kUsage, sampling.error());
  auto input = read_suite(files);
  if (!input) return complain(kFailure, input.error());
  return AuditVariants(run, files, std::move(plan), *sampling, std::move(variants), std::move(*input), std::move(view))
      .run();
}

int audit_variants(const AuditVariantsOptions& options) {
  Limits limits;
  limits.depth = AuditVariantsOptions::kDefaultDepth;
  auto plan = make_plan(options.variants.search, limits);
  if (!plan) return complain(kUsage, plan.error());
  auto variants = make_variants(plan->settings, options.variants.rules);
  if (!variants) return complain(kUsage, variants.error());
  return run_audit_of_variants(options.run, options.files, std::move(*plan), options.sample, std::move(*variants),
                               {errors_report, price_table_json});
}

}  // namespace oknos::lab
