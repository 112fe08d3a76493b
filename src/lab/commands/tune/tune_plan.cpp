#include "lab/commands/tune/tune_plan.h"

#include <fmt/format.h>

#include "lab/commands/tune/tune_unit.h"
#include "lab/terminal/exit_code.h"

namespace oknos::lab {

namespace {

constexpr std::int64_t kPairGames = 2;

// A UCI engine is started to learn which options it has.
Result<std::vector<TunedParameter>> parameters_of(const TuneOptions& options, const Participant& base) {
  const double r_end = options.r_end.value_or(usual_rate_end(options.iterations));
  if (!base.foreign()) return read_parameters(options.parameters, base.settings, r_end);
  const auto running = VariablePlayer::start(base);
  if (!running) return Error{running.error()};
  return read_parameters(options.parameters, base.uci_options, (*running)->options(), r_end);
}

}  // namespace

Spsa TuneFacts::optimiser() const {
  std::vector<SpsaParameter> out;
  for (const TunedParameter& p : parameters) out.push_back(p.spsa());
  return {std::move(out), spsa};
}

TunePlanOutcome make_tune_plan(const TuneOptions& options) {
  if (const auto error = objection_to_both(options.player, options.search)) return PlanError{kUsage, error->message};
  // For its own messages: those of a player of a match speak of other arguments.
  if (options.player.empty())
    if (const auto plan = make_plan(options.search, {}); !plan) return PlanError{kUsage, plan.error()};
  const std::string player = options.player.empty() ? player_text(options.search) : options.player;
  const auto base = parse_participant(player);
  if (!base) return PlanError{kUsage, base.error()};
  if (base->foreign() && !options.preset_out.empty())
    return PlanError{kUsage, "--preset-out: a UCI engine has no preset; the report has the tuned values as options"};
  TunePlan out;
  auto parameters = parameters_of(options, *base);
  if (!parameters) return PlanError{kUsage, parameters.error()};
  out.parameters = std::move(*parameters);
  if (options.verification % kPairGames != 0)
    return PlanError{kUsage, fmt::format("--verify {}: an even number is expected, each opening is played twice",
                                         options.verification)};
  out.verification = options.verification / kPairGames;
  out.spsa.iterations = options.iterations;
  out.spsa.seed = options.match.seed;
  out.spsa.in_flight = usual_in_flight(options.iterations);

  MatchOptions match = options.match;
  match.players.fill(player);
  match.games = std::max<std::int64_t>(out.work_units(), 1) * kPairGames;
  PlanOutcome games = make_match_plan(match);
  if (auto* error = std::get_if<PlanError>(&games)) return std::move(*error);
  out.match = std::move(std::get<MatchPlan>(games));
  for (Participant& p : out.match.players) p.name = name_alone(*base);
  return out;
}

store::RunSpec run_spec(const TunePlan& plan, const TuneOptions& options) {
  store::RunSpec spec = run_spec_of_one(plan.match, options.match, "start");
  spec.identity.insert(
      spec.identity.end(),
      {{"parameters", to_text(plan.parameters)},
       {"iterations", std::to_string(plan.spsa.iterations)},
       {"in_flight", std::to_string(plan.spsa.in_flight)},
       {"gains", fmt::format("alpha {}, gamma {}, A {}", plan.spsa.alpha, plan.spsa.gamma, plan.spsa.stability)},
       {"verification", std::to_string(plan.verification)}});
  spec.notes = {{"start_name", plan.start().name}, {"control", plan.match.control()}, {"book", plan.match.book}};
  return spec;
}

}  // namespace oknos::lab
