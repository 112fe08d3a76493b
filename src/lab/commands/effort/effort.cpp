#include "lab/commands/effort/effort.h"

#include <fmt/format.h>
#include <memory>

#include "engine/base/text.h"
#include "engine/chess/fen.h"
#include "engine/search/engine.h"
#include "lab/commands/compare/compare_run.h"
#include "lab/commands/effort/effort_result.h"
#include "lab/commands/effort/traced_engine.h"
#include "lab/experiment/experiment.h"
#include "lab/experiment/show_run.h"
#include "lab/play/participant.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/interrupt.h"

namespace oknos::lab {

namespace {

// A player of one worker: our own search, or an engine that writes traces.
struct EffortPlayer {
  std::unique_ptr<Engine> own;
  std::unique_ptr<TracedEngine> traced;
};

struct EffortWorker {
  std::vector<EffortPlayer> players;

  void stop() {
    for (const EffortPlayer& player : players) {
      if (player.own) player.own->stop();
      if (player.traced) player.traced->stop();
    }
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
    for (const Participant& participant : plan_.players) {
      EffortPlayer player;
      if (participant.foreign()) {
        auto traced = TracedEngine::start(participant);
        if (!traced) return Error{traced.error()};
        player.traced = std::move(*traced);
      } else {
        player.own = std::make_unique<Engine>(participant.hash.value_or(CompareOptions::kDefaultHash));
        player.own->set_network(participant.network);
      }
      out->players.push_back(std::move(player));
    }
    return out;
  }

  store::RunSpec identity() const override {
    store::RunSpec spec;
    spec.identity = {{"input", input_.hash},
                     {"unit", plan_.unit_name()},
                     {"limits", fmt::format("{}", fmt::join(plan_.limits, ","))}};
    std::vector<std::string> names;
    for (std::size_t i = 0; i < plan_.players.size(); ++i) {
      const Participant& player = plan_.players[i];
      const TracedEngine* traced = any_worker().players[i].traced.get();
      const std::string own = traced ? traced->player().name() : player.preset_and_changes();
      names.push_back(player.name.empty() ? own : player.name);
    }
    names = told_apart(std::move(names));
    for (std::size_t i = 0; i < plan_.players.size(); ++i) {
      const Participant& player = plan_.players[i];
      const TracedEngine* traced = any_worker().players[i].traced.get();
      spec.identity.emplace_back(fmt::format("player_{}", i + 1),
                                 traced ? lab::identity_of(player, traced->player()) : lab::identity_of(player));
      spec.identity.emplace_back(fmt::format("name_{}", i + 1), names[i]);
    }
    return spec;
  }

  Found<EffortUnit> find(EffortWorker& worker, WorkUnitNumber number) override {
    const epd::Record& record = input_.positions[static_cast<std::size_t>(number)].record;
    EffortUnit out;
    out.number = static_cast<int>(number) + 1;
    out.id = record.id();
    out.fen = fen::to_text(record.position);
    for (std::size_t player = 0; player < worker.players.size(); ++player)
      for (const std::int64_t limit : plan_.limits) {
        EffortObserver observer;
        if (TracedEngine* traced = worker.players[player].traced.get()) {
          std::optional<std::int64_t> patience;
          if (plan_.unit == LimitUnit::Time) patience = limit + kPatienceBeyondMoveTime;
          const auto failure = traced->search(record.position, plan_.limits_of(limit), patience, observer);
          if (failure && failure->kind == FailureKind::Interrupted) return std::nullopt;
          if (failure) return Error{fmt::format("{}: {}", out.id.empty() ? out.fen : out.id, failure->text)};
        } else {
          search(*worker.players[player].own, plan_.players[player], record.position, limit, observer);
        }
        if (interrupted()) return std::nullopt;
        for (const auto& [depth, counts] : observer.depths())
          out.rows.push_back({static_cast<int>(player), limit, depth, counts});
      }
    return out;
  }

  void search(Engine& engine, const Participant& player, const Position& position, std::int64_t limit,
              Observer& observer) const {
    SearchRequest request;
    request.limits = plan_.limits_of(limit);
    request.settings = player.settings;
    request.tracing = Tracing::Observed;
    request.observer = &observer;
    engine.clear();
    engine.set_position(position);
    engine.search(request);
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
    if (player.threads.value_or(1) != 1)
      return Error{"--player: the search of one thread is counted; leave out threads="};
    for (const auto& [name, value] : player.uci_options)
      if (text::equal_ignoring_case(name, "Threads") && value != "1")
        return Error{"--player: the search of one thread is counted; leave out option.Threads="};
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
