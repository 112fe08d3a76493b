#include "lab/commands/audit/audit.h"

#include <fmt/format.h>
#include <memory>
#include <utility>

#include "engine/search/engine.h"
#include "lab/commands/audit/audit_plan.h"
#include "lab/commands/audit/audit_result.h"
#include "lab/commands/claims/claims_result.h"
#include "lab/experiment/experiment.h"
#include "lab/experiment/show_run.h"
#include "lab/shadow/audit_view.h"
#include "lab/shadow/margin_sweep.h"
#include "lab/solving/suite_input.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

class AuditRun final : public ExperimentOf<AuditResult, ShadowWorker> {
 public:
  AuditRun(const AuditOptions& options, AuditPlan plan, SuiteInput input)
      : ExperimentOf(options.run, options.files), options_(options), plan_(std::move(plan)), input_(std::move(input)) {}

 private:
  WorkUnitNumber work_units() const override { return static_cast<WorkUnitNumber>(input_.positions.size()); }

  Result<std::unique_ptr<ShadowWorker>> make_worker() override {
    auto worker = std::make_unique<ShadowWorker>(plan_.search.hash);
    worker->set_network(plan_.search.network);
    return worker;
  }

  store::RunSpec identity() const override {
    store::RunSpec spec;
    const Plan& search = plan_.search;
    std::string rules = identity_of(search.preset, search.settings, search.changes);
    for (const std::string& guard : options_.without_guards) rules += ", without " + guard;
    spec.identity = {{"input", input_.hash},
                     {"rules", rules},
                     {"limits", exact_text(search.limits)},
                     {"hash", std::to_string(search.hash)},
                     {"sample", plan_.sampling.text()},
                     {"root_impact", std::to_string(options_.root_impact)},
                     {"watched", watched_rules()},
                     {"judge", judge_identity()}};
    return spec;
  }

  std::string judge_identity() const {
    if (plan_.table_judge.tables) return plan_.table_judge.identity();
    if (!plan_.judge) return "without the rules";
    return identity_of(plan_.judge->preset, plan_.judge->settings, plan_.judge->changes);
  }

  // Their names; empty for an audit.
  std::string watched_rules() const {
    std::string out;
    for (std::size_t id = 0; id < pruning::kRules; ++id)
      if (plan_.watched && plan_.watched->rules[id].enabled)
        out.append(out.empty() ? "" : " ").append(pruning::kRuleInfos[id].name);
    return out;
  }

  std::string heading() const override {
    const Plan& search = plan_.search;
    std::string out =
        fmt::format("Preset {}, {} per position; of what each rule {}, one in {} is {}",
                    style().paint(Tone::Strong, search.preset.name), limits_in_words(search.limits),
                    plan_.watched ? "would prune with the smallest margin" : "prunes", plan_.sampling.in_words(),
                    plan_.table_judge.tables ? "looked up" : "searched after all");
    if (plan_.table_judge.tables) out += " in " + style().paint(Tone::Strong, plan_.table_judge.text());
    if (plan_.judge) out += fmt::format(" by preset {}", style().paint(Tone::Strong, plan_.judge->preset.name));
    for (const Change& c : search.changes) {
      out += fmt::format("\n  {} = {}", c.name, c.to);
      if (!c.from.empty()) out += fmt::format(" (preset: {})", c.from);
    }
    if (const std::string shard = shard_text(); !shard.empty()) out += "\n" + capitalised(shard);
    if (done_before() > 0) out += fmt::format("\n{} audited before", counted(done_before(), "position"));
    return out + "\n\n";
  }

  void prepare_result(AuditResult& result) const override { result.view = plan_.view; }

  // --- in the workers' threads

  Found<AuditPosition> find(ShadowWorker& own, WorkUnitNumber work_unit) override {
    const epd::Record& record = input_.positions[static_cast<std::size_t>(work_unit)].record;
    std::vector<AuditCase> cases;
    const ShadowSettings settings = plan_.shadow();
    const auto check = [&](const ShadowSample& sample) {
      if (interrupted()) return;
      const ShadowVerdict verdict = check_sample(sample, settings, own.window);
      if (!verdict.claimed || !verdict.known) return;
      cases.push_back(sample.watched ? case_of(sample, verdict, plan_.search.settings) : case_of(sample, verdict));
    };
    const std::unique_ptr<Sampler> sampler = make_sampler(check);
    AuditPosition out = search_position(plan_, own.engine, record.position, *sampler);
    if (interrupted()) return std::nullopt;
    out.counts = counts_of(*sampler);
    out.cases = std::move(cases);
    if (!plan_.watched) compare_roots(out, record.position, own.engine);
    out.number = static_cast<int>(work_unit) + 1;
    out.id = record.id();
    return out;
  }

  std::unique_ptr<Sampler> make_sampler(const Sampler::Check& check) const {
    if (plan_.watched) return std::make_unique<MarginSweep>(plan_.sampling, check);
    return std::make_unique<Shadow>(plan_.sampling, check);
  }

  static std::vector<AuditCount> counts_of(const Sampler& sampler) {
    std::vector<AuditCount> out;
    for (std::size_t id = 0; id < pruning::kRules; ++id)
      for (std::size_t depth = 0; depth < sampler.seen()[id].size(); ++depth)
        if (const PrunedCount& count = sampler.seen()[id][depth]; count.all() > 0)
          out.push_back({std::string(pruning::kRuleInfos[id].name), static_cast<int>(depth), count});
    return out;
  }

  void compare_roots(AuditPosition& out, const Position& root, Engine& engine) const {
    if (options_.root_impact == 0) return;
    const Sampling chosen(options_.root_impact);
    for (AuditCase& c : out.cases) {
      const auto rule = pruning::find_rule(c.rule);
      if (c.error && can_be_undone(c) && rule && chosen.wants(*rule, c.ordinal))
        c.root_impact = root_impact_of(engine, root, out, c.ordinal);
    }
  }

  // What was dropped with others has no turn of its own, and the horizon's nodes end in themselves.
  static bool can_be_undone(const AuditCase& c) { return !c.bulk_skipped && (c.depth > 0 || !c.move.empty()); }

  RootImpact root_impact_of(Engine& engine, const Position& root, const AuditPosition& before, Ordinal ordinal) const {
    const AuditPosition after = search_undoing(plan_, engine, root, ordinal);
    if (after.move != before.move) return RootImpact::Move;
    return after.value != before.value ? RootImpact::Value : RootImpact::Nothing;
  }

  // --- in the thread that called run()

  void take(WorkUnitNumber number, AuditPosition position, bool) override {
    checked_ += position.cases.size();
    for (const AuditCase& c : position.cases) errors_ += c.error ? 1 : 0;
    add(number, std::move(position));
  }

  std::string progress_text() const override {
    return fmt::format("{}, {} checked, {} wrong", Experiment::progress_text(), compact(checked_), compact(errors_));
  }

  // No result must not look like a good one. A shard may have none.
  int exit_code() const override {
    if (!plan_.table_judge.tables || result().sums.all().checked() > 0 || !shard_text().empty()) return 0;
    return complain(kFailure, fmt::format("--judge: nothing that was sampled is in the {}; positions of so few men are "
                                          "needed, or a smaller --sample",
                                          plan_.table_judge.text()));
  }

  const AuditOptions& options_;
  const AuditPlan plan_;
  const SuiteInput input_;
  std::uint64_t checked_ = 0;
  std::uint64_t errors_ = 0;
};

int show_audit(const AuditOptions& options) {
  const auto view = make_audit_view(options);
  if (!view) return complain(kUsage, view.error());
  const auto stored = store::StoreView::open(options.show);
  if (!stored) return complain(kFailure, stored.error());
  const auto with_view = [&](auto& result) { result.view = *view; };
  if ((*stored)->kind() == ClaimsResult::kKind) return show_run<ClaimsResult>(options.show, options.run, with_view);
  return show_run<AuditResult>(options.show, options.run, with_view);
}

}  // namespace

int audit(const AuditOptions& options) {
  if (!options.show.empty()) return show_audit(options);
  auto plan = make_audit_plan(options);
  if (!plan) return complain(kUsage, plan.error());
  auto input = read_suite(options.files);
  if (!input) return complain(kFailure, input.error());
  for (const std::string& problem : plan->table_judge.problems) complain(0, "--judge: left out " + problem);
  return AuditRun(options, std::move(*plan), std::move(*input)).run();
}

}  // namespace oknos::lab
