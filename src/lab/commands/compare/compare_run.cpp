#include "lab/commands/compare/compare_run.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <memory>
#include <utility>

#include "engine/chess/fen.h"
#include "lab/commands/compare/compare_result.h"
#include "lab/experiment/experiment.h"
#include "lab/play/plan.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

CompareCell cell_of(const PositionResult& result, int player, std::int64_t limit, const SuitePosition& position) {
  CompareCell cell;
  cell.player = player;
  cell.limit = limit;
  cell.outcome = result.outcome;
  cell.move = result.uci;
  if (result.score) cell.value = white_view(*result.score, position.record.position.side_to_move()).value();
  cell.depth = result.end.depth;
  cell.nodes = result.end.nodes;
  cell.time = result.end.time;
  return cell;
}

}  // namespace

std::string ComparePlan::unit_name() const {
  constexpr std::array<const char*, 3> kNames{"depth", "nodes", "time"};
  return kNames[static_cast<std::size_t>(unit)];
}

Limits ComparePlan::limits_of(std::int64_t limit) const {
  Limits out;
  if (unit == LimitUnit::Depth) out.depth = static_cast<int>(limit);
  if (unit == LimitUnit::Nodes) out.nodes = static_cast<std::uint64_t>(limit);
  if (unit == LimitUnit::Time) out.move_time = limit;
  return out;
}

std::optional<Error> take_limits(ComparePlan& plan, const LimitLists& lists, std::int64_t otherwise) {
  const int units = (lists.depths.empty() ? 0 : 1) + (lists.nodes.empty() ? 0 : 1) + (lists.times.empty() ? 0 : 1);
  if (units > 1) return Error{"one of --depth, --nodes and --time is expected"};
  plan.limits = lists.depths;
  if (!lists.nodes.empty()) {
    plan.unit = LimitUnit::Nodes;
    plan.limits = lists.nodes;
  }
  for (const std::string& text : lists.times) {
    const auto time = parse_duration(text);
    if (!time) return Error{"--time: " + time.error()};
    plan.unit = LimitUnit::Time;
    plan.limits.push_back(*time);
  }
  if (plan.limits.empty()) plan.limits = {otherwise};
  std::sort(plan.limits.begin(), plan.limits.end());
  plan.limits.erase(std::unique(plan.limits.begin(), plan.limits.end()), plan.limits.end());
  return std::nullopt;
}

Result<std::unique_ptr<ComparePlayers>> make_players(const ComparePlan& plan) {
  auto out = std::make_unique<ComparePlayers>();
  for (const Participant& participant : plan.players) {
    auto player = make_player(participant);
    if (!player) return Error{player.error()};
    out->push_back(std::move(*player));
  }
  return out;
}

std::vector<std::string> told_apart(std::vector<std::string> names) {
  std::map<std::string, int> uses, given;
  for (const std::string& name : names) ++uses[name];
  for (std::string& name : names)
    if (uses[name] > 1) name += fmt::format(" ({})", ++given[name]);
  return names;
}

store::RunSpec identity_of(const ComparePlan& plan, const ComparePlayers& players, const std::string& input) {
  store::RunSpec spec;
  spec.identity = {
      {"input", input}, {"unit", plan.unit_name()}, {"limits", fmt::format("{}", fmt::join(plan.limits, ","))}};
  std::vector<std::string> names = plan.names;
  if (names.empty())
    for (const auto& player : players) names.push_back(player->name());
  names = told_apart(std::move(names));
  for (std::size_t i = 0; i < players.size(); ++i) {
    spec.identity.emplace_back(fmt::format("player_{}", i + 1), identity_of(plan.players[i], *players[i]));
    spec.identity.emplace_back(fmt::format("name_{}", i + 1), names[i]);
  }
  return spec;
}

Found<ComparedPosition> compare_players(const ComparePlan& plan, ComparePlayers& players, const SuitePosition& position,
                                        int number) {
  ComparedPosition out;
  out.number = number;
  out.id = position.record.id();
  out.fen = fen::to_text(position.record.position);
  out.asked = position.task.asked();
  for (std::size_t i = 0; i < players.size(); ++i)
    for (const std::int64_t limit : plan.limits) {
      PositionResult result = unsearched(position, 0);
      std::optional<std::int64_t> patience;
      if (plan.unit == LimitUnit::Time) patience = limit + kPatienceBeyondMoveTime;
      const auto failure = solve(*players[i], position, plan.limits_of(limit), patience, result);
      if (failure && failure->kind == FailureKind::Interrupted) return std::nullopt;
      if (failure) return Error{failure->text};
      out.cells.push_back(cell_of(result, static_cast<int>(i), limit, position));
    }
  return out;
}

}  // namespace oknos::lab
