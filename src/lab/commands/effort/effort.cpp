#include "lab/commands/effort/effort.h"

#include <fmt/format.h>
#include <memory>

#include "engine/chess/fen.h"
#include "engine/search/engine.h"
#include "lab/commands/compare/compare_run.h"
#include "lab/commands/effort/effort_result.h"
#include "lab/experiment/experiment.h"
#include "lab/experiment/show_run.h"
#include "lab/play/participant.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/interrupt.h"

namespace oknos::lab {

namespace {

struct EffortWorker {
  std::vector<std::unique_ptr<Engine>> engines;  // one for each player

  void stop() {
    for (const auto& engine : engines) engine->stop();
  }
};

class EffortRun final : public ExperimentOf<EffortResult, EffortWorker> {
 public:
  EffortRun(const ComparePlan& plan, SuiteInput input, const std::vector<std::string>& files, const RunArguments& run)
      : ExperimentOf(run, files), plan_(plan), input_(std::move(input)) {}

 private:
  WorkUnitNumber work_units() const override { return static_cast<WorkUnitNumber>(input_.positions.size()); }

  Result<std::unique_ptr<EffortWorker>> make_worker() override {
    auto out = std::make_unique<EffortWorker>();
    for (const Participant& player : plan_.players) {
      auto engine = std::make_unique<Engine>(player.hash.value_or(CompareOptions::kDefaultHash));
      engine->set_network(player.network);
      out->engines.push_back(std::move(engine));
    }
    return out;
  }

  store::RunSpec identity() const override {
    store::RunSpec spec;
    spec.identity = {{"input", input_.hash},
                     {"unit", plan_.unit_name()},
                     {"limits", fmt::format("{}", fmt::join(plan_.limits, ","))}};
    for (std::size_t i = 0; i < plan_.players.size(); ++i) {
      const Participant& player = plan_.players[i];
      spec.identity.emplace_back(fmt::format("player_{}", i + 1), lab::identity_of(player));
      spec.identity.emplace_back(fmt::format("name_{}", i + 1),
                                 player.name.empty() ? player.preset_and_changes() : player.name);
    }
    return spec;
  }

  Found<EffortUnit> find(EffortWorker& worker, WorkUnitNumber number) override {
    const epd::Record& record = input_.positions[static_cast<std::size_t>(number)].record;
    EffortUnit out;
    out.number = static_cast<int>(number) + 1;
    out.id = record.id();
    out.fen = fen::to_text(record.position);
    for (std::size_t player = 0; player < worker.engines.size(); ++player)
      for (const std::int64_t limit : plan_.limits) {
        EffortObserver observer;
        SearchRequest request;
        request.limits = plan_.limits_of(limit);
        request.settings = plan_.players[player].settings;
        request.tracing = Tracing::Observed;
        request.observer = &observer;
        Engine& engine = *worker.engines[player];
        engine.clear();
        engine.set_position(record.position);
        engine.search(request);
        if (interrupted()) return std::nullopt;
        for (const auto& [depth, counts] : observer.depths())
          out.rows.push_back({static_cast<int>(player), limit, depth, counts});
      }
    return out;
  }

  const ComparePlan& plan_;
  const SuiteInput input_;
};

Result<ComparePlan> make_effort_plan(const EffortOptions& options) {
  ComparePlan plan;
  auto players = players_of(options, "--player");
  if (!players) return Error{players.error()};
  plan.players = std::move(*players);
  if (plan.players.empty()) plan.players.push_back(*parse_participant(std::string(pruning::kDefaultPreset)));
  for (const Participant& player : plan.players) {
    if (player.foreign())
      return Error{fmt::format("--player: \"{}\" is another engine, and only our own search tells what it does",
                               player.command)};
    if (player.threads.value_or(1) != 1)
      return Error{"--player: the search of one thread is counted; leave out threads="};
  }
  if (const auto error = take_limits(plan, options.limits, EffortOptions::kDefaultDepth)) return *error;
  return plan;
}

}  // namespace

int effort(const EffortOptions& options) {
  if (!options.show.empty()) return show_run<EffortResult>(options.show, options.run);
  const auto plan = make_effort_plan(options);
  if (!plan) return complain(kUsage, plan.error());
  auto input = read_suite(options.files);
  if (!input) return complain(kFailure, input.error());
  return EffortRun(*plan, std::move(*input), options.files, options.run).run();
}

}  // namespace oknos::lab
