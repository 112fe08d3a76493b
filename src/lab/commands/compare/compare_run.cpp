#include "lab/commands/compare/compare_run.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <utility>

#include "engine/chess/fen.h"
#include "lab/commands/compare/compare_store.h"
#include "lab/experiment/experiment.h"
#include "lab/play/plan.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

constexpr std::int64_t kPatience = 5000;  // milliseconds that an engine may think longer than it was told

class CompareRun final : public ExperimentOf<ComparedPosition> {
 public:
  CompareRun(const ComparePlan& plan, SuiteInput input, const std::vector<std::string>& files,
             const store::RunArguments& run, const CompareOutput& output)
      : ExperimentOf(run, compare_format(), files), plan_(plan), input_(std::move(input)), output_(output) {}

 private:
  using Players = std::vector<std::unique_ptr<Player>>;

  ItemNumber items() const override { return static_cast<ItemNumber>(input_.positions.size()); }

  std::optional<Error> prepare(std::size_t workers) override {
    players_.resize(workers);
    for (Players& players : players_)
      for (const Participant& participant : plan_.players) {
        auto player = make_player(participant);
        if (!player) return Error{player.error()};
        players.push_back(std::move(*player));
      }
    comparison_.players = plan_.names;
    if (plan_.names.empty())
      for (const auto& player : players_.front()) comparison_.players.push_back(player->name());
    comparison_.unit = plan_.unit_name();
    return std::nullopt;
  }

  store::RunSpec identity() const override {
    store::RunSpec spec;
    spec.kind = plan_.kind;
    spec.identity = {{"input", input_.hash},
                     {"unit", plan_.unit_name()},
                     {"limits", fmt::format("{}", fmt::join(plan_.limits, ","))}};
    for (std::size_t i = 0; i < plan_.players.size(); ++i) {
      spec.identity.emplace_back(fmt::format("player_{}", i + 1), identity_of(plan_.players[i], *players_.front()[i]));
      spec.identity.emplace_back(fmt::format("name_{}", i + 1), comparison_.players[i]);
    }
    return spec;
  }

  Found<ComparedPosition> find(std::size_t worker, ItemNumber item) override {
    const SuitePosition& position = input_.positions[static_cast<std::size_t>(item)];
    ComparedPosition out;
    out.number = static_cast<int>(item) + 1;
    out.id = position.record.id();
    out.fen = fen::to_text(position.record.position);
    out.asked = position.task.asked();
    for (std::size_t i = 0; i < plan_.players.size(); ++i)
      for (const std::int64_t limit : plan_.limits) {
        PositionResult result = unsearched(position, 0);
        std::optional<std::int64_t> patience;
        if (plan_.unit == LimitUnit::Time) patience = limit + kPatience;
        const auto failure = solve(*players_[worker][i], position, plan_.limits_of(limit), patience, result);
        if (failure && failure->kind == FailureKind::Interrupted) return std::nullopt;
        if (failure) return Error{failure->text};
        out.cells.push_back(cell_of(result, static_cast<int>(i), limit, position));
      }
    return out;
  }

  static CompareCell cell_of(const PositionResult& result, int player, std::int64_t limit,
                             const SuitePosition& position) {
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

  void take(ItemNumber, ComparedPosition position, bool) override { comparison_.add(position); }

  std::string text() const override { return cut_short_text() + output_.report(comparison_, style()); }
  std::string json() const override { return output_.to_json(comparison_, interrupted()); }

  const ComparePlan& plan_;
  const SuiteInput input_;
  const CompareOutput& output_;
  std::vector<Players> players_;  // of each worker
  Comparison comparison_;
};

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

int run_comparison(const ComparePlan& plan, const std::vector<std::string>& files, const store::RunArguments& run,
                   const CompareOutput& output) {
  auto input = read_suite(files);
  if (!input) return complain(kFailure, input.error());
  for (const std::string& complaint : input->complaints) complain(0, complaint);
  return CompareRun(plan, std::move(*input), files, run, output).run();
}

}  // namespace oknos::lab
