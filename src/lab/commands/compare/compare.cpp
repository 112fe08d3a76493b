#include "lab/commands/compare/compare.h"

#include <fmt/format.h>
#include <utility>

#include "lab/commands/compare/compare_result.h"
#include "lab/experiment/show_run.h"
#include "lab/terminal/exit_code.h"

namespace oknos::lab {

namespace {

Result<ComparePlan> make_compare_plan(const CompareOptions& options) {
  ComparePlan plan;
  auto players = players_of(options, "--preset");
  if (!players) return Error{players.error()};
  plan.players = std::move(*players);
  if (plan.players.size() < 2) return Error{"two players are expected at least: --preset A --preset B"};
  if (const auto error = take_limits(plan, options.limits, CompareOptions::kDefaultDepth)) return *error;
  return plan;
}

}  // namespace

Result<std::vector<Participant>> players_of(const CompareOptions& options, std::string_view option) {
  std::vector<Participant> out;
  for (const std::string& text : options.players) {
    auto player = parse_participant(text);
    if (!player) return Error{fmt::format("{} {}", option, player.error())};
    if (player->control.given())
      return Error{fmt::format("{}: the limits are the same for all: --depth, --nodes or --time", option)};
    if (!player->hash && (options.hash_given || !player->foreign())) player->hash = options.hash;
    out.push_back(std::move(*player));
  }
  return out;
}

int compare(const CompareOptions& options) {
  if (!options.show.empty()) return show_run<CompareResult>(options.show, options.run);
  auto plan = make_compare_plan(options);
  if (!plan) return complain(kUsage, plan.error());
  return run_comparison<CompareResult>(*plan, options.files, options.run);
}

}  // namespace oknos::lab
