#include <fmt/format.h>

#include "engine/base/text.h"
#include "lab/commands/suite/suite.h"

namespace oknos::lab {

namespace {

Result<Participant> own_search(const SearchOptions& search) {
  const auto plan = make_plan(search, Limits{});
  if (!plan) return Error{plan.error()};
  return participant_of(*plan);
}

Result<Participant> find_player(const SuiteOptions& options) {
  if (options.engine.empty()) return own_search(options.search);
  if (options.preset_given || !options.search.set.empty() || !options.search.evalfile.empty())
    return Error{"--engine says who searches; --preset, --set and --evalfile do not go together with it"};
  auto player = parse_participant(options.engine);
  if (!player) return Error{"--engine " + player.error()};
  if (player->control.clock)
    return Error{"--engine: tc= is for games; a position is searched with --nodes, --depth or --time"};
  if (player->control.given() && options.search.limited())
    return Error{"the limit is given twice: by --depth, --nodes or --time, and by --engine; one of the two"};
  return player;
}

Limits limits_of(const SuiteOptions& options, const Participant& player) {
  if (player.control.given()) return player.control.limits();
  Limits limits;
  limits.depth = options.search.depth;
  limits.nodes = options.search.nodes;
  limits.move_time = options.search.time;
  if (!options.search.limited()) limits.nodes = SuiteOptions::kDefaultNodes;
  return limits;
}

}  // namespace

Result<SuitePlan> make_suite_plan(const SuiteOptions& options) {
  auto player = find_player(options);
  if (!player) return Error{player.error()};
  SuitePlan plan{std::move(*player), {}, {}};
  plan.limits = limits_of(options, plan.player);
  plan.player.control = {};  // it is the plan's now, so that it does not matter where it was written
  // What our own search gives depends on its table: it is always said. An engine has a default of its own.
  if (!plan.player.hash && (options.hash_given || !plan.player.foreign())) plan.player.hash = options.search.hash;
  if (plan.limits.move_time)
    plan.patience = *plan.limits.move_time + plan.player.time_margin.value_or(kPatienceBeyondMoveTime);
  return plan;
}

}  // namespace oknos::lab
