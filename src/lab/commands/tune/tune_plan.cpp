#include "lab/commands/tune/tune_plan.h"

#include <fmt/format.h>

#include "lab/commands/tune/tune_unit.h"
#include "lab/terminal/exit_code.h"

namespace oknos::lab {

namespace {

constexpr std::int64_t kPairGames = 2;

}  // namespace

std::vector<SpsaParameter> TunePlan::spsa_parameters() const {
  std::vector<SpsaParameter> out;
  for (const TunedParameter& p : parameters) out.push_back(p.spsa());
  return out;
}

Spsa TuneFacts::optimiser() const {
  std::vector<SpsaParameter> out;
  for (const TunedParameter& p : parameters) out.push_back(p.spsa());
  return {std::move(out), spsa};
}

TunePlanOutcome make_tune_plan(const TuneOptions& options) {
  // For its own messages: those of a player of a match speak of other arguments.
  const auto plan = make_plan(options.search, {});
  if (!plan) return PlanError{kUsage, plan.error()};
  TunePlan out;
  auto parameters =
      read_parameters(options.parameters, plan->settings, options.r_end.value_or(usual_rate_end(options.iterations)));
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
  match.players.fill(player_text(options.search));
  match.games = std::max<std::int64_t>(out.work_units(), 1) * kPairGames;
  PlanOutcome games = make_match_plan(match);
  if (auto* error = std::get_if<PlanError>(&games)) return std::move(*error);
  out.match = std::move(std::get<MatchPlan>(games));
  for (Participant& player : out.match.players) player.name = plan->preset.name;
  for (const Change& c : plan->changes)
    for (Participant& player : out.match.players) player.name += " " + c.name + "=" + c.to;
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
