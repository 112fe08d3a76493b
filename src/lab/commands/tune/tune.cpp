#include "lab/commands/tune/tune.h"

#include <atomic>
#include <condition_variable>
#include <fmt/format.h>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>

#include "engine/platform/clock.h"
#include "engine/pruning/registry/settings.h"
#include "lab/commands/tune/tune_output.h"
#include "lab/commands/tune/tune_plan.h"
#include "lab/commands/tune/tune_record.h"
#include "lab/commands/tune/tune_result.h"
#include "lab/commands/tune/tune_unit.h"
#include "lab/commands/tune/tune_view.h"
#include "lab/experiment/experiment.h"
#include "lab/play/openings.h"
#include "lab/play/pair.h"
#include "lab/play/variable_player.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/json_text.h"
#include "lab/terminal/live_table.h"
#include "lab/terminal/output_file.h"

namespace oknos::lab {

namespace {

std::vector<int> starts_of(const std::vector<TunedParameter>& parameters) {
  std::vector<int> out;
  for (const TunedParameter& p : parameters) out.push_back(p.start);
  return out;
}

using Opponents = std::array<ValueChanges, 2>;

// A file that is written when all is done.
struct TuneOutput {
  std::string option;  // "--openbench"
  std::string path;
};

class TuneRun final : public ExperimentOf<TuneResult, VariablePair> {
 public:
  TuneRun(const TuneOptions& options, TunePlan plan)
      : ExperimentOf(options.match.run),
        options_(options),
        plan_(std::move(plan)),
        order_(plan_.match.openings.size(), plan_.match.seed) {}

  // What OpenBench begins with is known before the first game.
  std::optional<Error> write_input() const {
    const auto begun = TuneResult::of(RunHeader(run_spec(plan_, options_)));
    if (!begun) return Error{begun.error()};
    return write("--openbench", options_.openbench,
                 openbench_input(begun->facts, options_.r_end.value_or(kLongRateEnd)));
  }

 private:
  WorkUnitNumber work_units() const override { return plan_.work_units(); }
  std::vector<std::string> inputs() const override { return {options_.match.book, options_.search.preset}; }
  store::RunSpec identity() const override {
    TunePlan built = plan_;
    for (Participant& player : built.match.players) player.build = any_worker()[0]->player().build();
    return run_spec(built, options_);
  }
  bool in_turn() const override { return true; }  // each step begins from the one before

  std::optional<Error> prepare() override {
    for (const TuneOutput& to : outputs())
      if (const auto error = output_objection(path_of(to.path))) return Error{to.option + " " + error->message};
    return std::nullopt;
  }
  Result<std::unique_ptr<VariablePair>> make_worker() override { return make_variable_pair(plan_.start()); }
  std::optional<Error> open_files() override { return write_input(); }

  std::vector<TuneOutput> outputs() const {
    std::vector<TuneOutput> out;
    for (const TuneOutput& to :
         {TuneOutput{"--preset-out", options_.preset_out}, TuneOutput{"--openbench", options_.openbench}})
      if (!to.path.empty()) out.push_back(to);
    return out;
  }
  OutputPath path_of(const std::string& path) const {
    OutputPath out{path, arguments().force || arguments().resume, inputs()};
    out.in_use.push_back(arguments().out);
    return out;
  }
  std::optional<Error> write(const std::string& option, const std::string& path, const std::string& text) const {
    if (path.empty()) return std::nullopt;
    OutputFile file;
    if (const auto error = file.open(path_of(path))) return Error{option + " " + error->message};
    file.write(text);
    if (const auto error = file.finish()) return Error{option + " " + error->message};
    return std::nullopt;
  }

  // --- in the workers' threads

  // Who plays this work unit; waits until that is known. Nothing: nobody waits for it, or there is nothing to
  // verify.
  std::optional<Opponents> opponents_of(WorkUnitNumber work_unit) {
    std::unique_lock lock(mutex_);
    const auto known = [&] {
      return work_unit < plan_.spsa.iterations ? result().record.spsa().has_trial(work_unit)
                                               : result().record.spsa().finished();
    };
    while (!known() && !stopped_ && !interrupted()) changed_.wait_for(lock, kGlance);
    if (!known()) return std::nullopt;
    if (work_unit >= plan_.spsa.iterations) {
      const ValueChanges tuned = changes_of(plan_.parameters, result().record.spsa().rounded());
      const ValueChanges start = changes_of(plan_.parameters, starts_of(plan_.parameters));
      return tuned == start ? std::nullopt : std::optional(Opponents{tuned, start});
    }
    const SpsaTrial& trial = result().record.spsa().trial(work_unit);
    return Opponents{changes_of(plan_.parameters, trial.plus), changes_of(plan_.parameters, trial.minus)};
  }

  Found<TuneUnit> find(VariablePair& players, WorkUnitNumber work_unit) override {
    const auto opponents = opponents_of(work_unit);
    if (!opponents) return std::nullopt;
    for (std::size_t i = 0; i < players.size(); ++i)
      if (players[i]->set((*opponents)[i])) return std::nullopt;  // they are within the ranges that were read
    const std::size_t number = order_.opening_of(static_cast<std::uint64_t>(work_unit));
    const Opening& opening = plan_.match.openings[number];
    const auto games = play_pair(opening, plan_.start().side(players[0]->player()),
                                 plan_.start().side(players[1]->player()), plan_.match.rules);
    if (!games) return std::nullopt;
    const PairSummary pair = summarise(*games, name_of(opening, number));
    TuneUnit out;
    if (work_unit >= plan_.spsa.iterations) {
      out.games.assign(pair.begin(), pair.end());
      return out;
    }
    const std::lock_guard lock(mutex_);
    out.iteration = {iteration_result(result().record.spsa().trial(work_unit), pair)};
    return out;
  }

  // --- in the thread that called run()

  void take(WorkUnitNumber number, TuneUnit work_unit, bool fresh) override {
    const std::lock_guard lock(mutex_);
    if (fresh) played_now_ += std::tuple_size_v<PairSummary>;
    add(number, std::move(work_unit));
    changed_.notify_all();
  }
  void stop_working() override { stopped_ = true; }

  void show_progress() override {
    live_.show([this](const Style& style) { return live_lines(state(), style); }, [this] { return log_line(state()); });
  }
  void clear_progress() override { live_.clear(); }

  std::optional<Error> close_files() override {
    if (failed()) return std::nullopt;
    return write("--preset-out", options_.preset_out, preset_file(state(), plan_.start(), options_.name));
  }
  std::string text() const override { return tune_report(state(), style()); }
  std::string json() const override { return json_text(tune_json(state())) + "\n"; }

  TuneState state() const {
    return {result().facts, result().record, played_now_, platform::milliseconds_since(start_), interrupted()};
  }

  const TuneOptions& options_;
  const TunePlan plan_;
  OpeningOrder order_;
  LiveTable live_;
  platform::TimePoint start_ = platform::now();

  std::uint64_t played_now_ = 0;  // games

  std::mutex mutex_;                 // held to write the result's record, and by workers to read it
  std::condition_variable changed_;  // a result has been taken
  std::atomic<bool> stopped_ = false;
};

}  // namespace

int tune(const TuneOptions& options) {
  TunePlanOutcome plan = make_tune_plan(options);
  if (const auto* error = std::get_if<PlanError>(&plan)) return complain(error->code, error->message);
  const bool plays = std::get<TunePlan>(plan).spsa.iterations > 0;
  TuneRun run(options, std::move(std::get<TunePlan>(plan)));
  if (plays) return run.run();
  if (options.openbench.empty())
    return complain(kUsage, "--iterations 0 only writes the file for OpenBench: --openbench is expected");
  if (const auto error = run.write_input()) return complain(kFailure, error->message);
  return 0;
}

}  // namespace oknos::lab
