#include "lab/commands/suite/suite.h"

#include <fmt/format.h>
#include <memory>
#include <utility>

#include "engine/base/text.h"
#include "lab/commands/suite/suite_json.h"
#include "lab/commands/suite/suite_result.h"
#include "lab/commands/suite/suite_view.h"
#include "lab/experiment/experiment.h"
#include "lab/solving/suite_input.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/output_file.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

class SuiteRun final : public ExperimentOf<SuiteResult, Player> {
 public:
  SuiteRun(const SuiteOptions& options, SuitePlan plan, SuiteInput input)
      : ExperimentOf(options.run, options.files),
        options_(options),
        plan_(std::move(plan)),
        input_(std::move(input)),
        rows_(input_.positions, style()) {}

 private:
  WorkUnitNumber work_units() const override { return static_cast<WorkUnitNumber>(input_.positions.size()); }

  std::optional<Error> prepare() override {
    if (options_.failed.empty()) return std::nullopt;
    if (auto error = output_objection(failed_path())) return Error{"--failed " + error->message};
    return std::nullopt;
  }
  Result<std::unique_ptr<Player>> make_worker() override { return make_player(plan_.player); }

  std::optional<Error> open_files() override {
    if (options_.failed.empty()) return std::nullopt;
    if (auto error = failed_.open(failed_path())) return Error{"--failed " + error->message};
    return std::nullopt;
  }

  std::optional<Error> close_files() override {
    if (options_.failed.empty()) return std::nullopt;
    if (complete()) return failed_.finish();
    complain(0, fmt::format("{} holds what is not solved so far", text::quoted(failed_.abandon())));
    return std::nullopt;
  }

  OutputPath failed_path() const {
    OutputPath out{options_.failed, arguments().force, options_.files};
    out.in_use.push_back(options_.search.preset);
    out.in_use.push_back(arguments().out);
    return out;
  }

  store::RunSpec identity() const override {
    store::RunSpec spec;
    spec.identity = {{"input", input_.hash},
                     {"player", identity_of(plan_.player, any_worker())},
                     {"engine", any_worker().name()},
                     {"limits", exact_text(plan_.limits)}};
    return spec;
  }

  std::string heading() const override {
    std::string out = fmt::format("{}, {} a position", style().paint(Tone::Strong, any_worker().name()),
                                  limits_in_words(plan_.limits));
    if (const std::string shard = shard_text(); !shard.empty()) out += ", " + shard;
    if (done_before() > 0) out += fmt::format(", {} found before", grouped(done_before()));
    return out + "\n\n" + rows_.title() + "\n";
  }

  void prepare_result(SuiteResult& result) const override { result.unreadable = input_.unreadable; }

  // --- in the workers' threads

  Found<PositionResult> find(Player& player, WorkUnitNumber work_unit) override {
    const SuitePosition& position = input_.positions[static_cast<std::size_t>(work_unit)];
    PositionResult out = unsearched(position, static_cast<int>(work_unit) + 1);
    const auto failure = solve(player, position, plan_.limits, plan_.patience, out);
    if (!failure) return out;
    if (failure->kind == FailureKind::Interrupted) return std::nullopt;
    return Error{failure->text};
  }

  // --- in the thread that called run()

  void take(WorkUnitNumber work_unit, PositionResult found, bool fresh) override {
    const SuitePosition& position = input_.positions[static_cast<std::size_t>(work_unit)];
    if (fresh && found.failed()) say(fmt::format("{} ({}): {}", position.place, found.name(), found.failure));
    print(arguments().json ? suite_position_json(found) : rows_.row(found));
    const bool not_solved = found.failed() || (found.asked() && !found.solved());
    if (not_solved && !options_.failed.empty()) failed_.write(position.line + "\n");
    solved_ += found.solved() ? 1 : 0;
    add(work_unit, std::move(found));
  }

  std::string progress_text() const override {
    return fmt::format("{}, {} solved", Experiment::progress_text(), grouped(solved_));
  }

  std::string text() const override { return "\n" + Experiment::text(); }

  const SuiteOptions& options_;
  const SuitePlan plan_;
  const SuiteInput input_;
  const SuiteRows rows_;
  OutputFile failed_;
  std::size_t solved_ = 0;
};

}  // namespace

int suite(const SuiteOptions& options) {
  auto plan = make_suite_plan(options);
  if (!plan) return complain(kUsage, plan.error());
  auto input = read_suite(options.files);
  if (!input) return complain(kFailure, input.error());
  return SuiteRun(options, std::move(*plan), std::move(*input)).run();
}

}  // namespace oknos::lab
