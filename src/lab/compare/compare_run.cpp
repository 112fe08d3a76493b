#include "lab/compare/compare_run.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <utility>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "lab/analyse.h"
#include "lab/interrupt.h"
#include "lab/plan.h"
#include "lab/progress.h"
#include "lab/store/parcel.h"
#include "lab/words.h"
#include "lab/workers.h"

namespace oknos::lab {

namespace {

constexpr std::int64_t kPatience = 5000;  // milliseconds that an engine may think longer than it was told

struct Found {
  ComparedPosition position;
  std::string fatal;  // empty: all is well
};

class CompareRun {
 public:
  CompareRun(const ComparePlan& plan, SuiteInput input, const std::vector<std::string>& files,
             const store::RunArguments& run, const CompareOutput& output)
      : plan_(plan),
        input_(std::move(input)),
        files_(files),
        run_(run),
        output_(output),
        style_(style_of(stdout, output.color)) {
    for (ItemNumber i = 0; i < static_cast<ItemNumber>(input_.positions.size()); ++i)
      if (run_.shard.holds(i)) items_.push_back(i);
  }

  int run() {
    if (const auto error = prepare()) return complain(kFailure, error->message);
    search();
    return finish();
  }

 private:
  using Team = std::vector<std::unique_ptr<Player>>;

  std::optional<Error> prepare() {
    const auto workers = std::min(static_cast<std::size_t>(run_.worker_count()), items_.size());
    for (std::size_t i = 0; i < std::max<std::size_t>(workers, 1); ++i) {
      Team team;
      for (const Participant& participant : plan_.players) {
        auto player = make_player(participant);
        if (!player) return Error{player.error()};
        team.push_back(std::move(*player));
      }
      teams_.push_back(std::move(team));
    }
    comparison_.players = plan_.names;
    if (plan_.names.empty())
      for (const auto& player : teams_.front()) comparison_.players.push_back(player->name());
    comparison_.unit = plan_.unit_name();
    auto opened = store::open_run_store(run_.store_options(files_), run_spec());
    if (!opened) return Error{opened.error()};
    store_ = std::move(*opened);
    return std::nullopt;
  }

  store::RunSpec run_spec() const {
    store::RunSpec spec;
    spec.kind = plan_.kind;
    std::string limits;
    for (const std::int64_t limit : plan_.limits) limits += (limits.empty() ? "" : ",") + std::to_string(limit);
    spec.identity = {{"input", input_.hash}, {"unit", plan_.unit_name()}, {"limits", limits}};
    for (std::size_t i = 0; i < plan_.players.size(); ++i) {
      spec.identity.emplace_back(fmt::format("player_{}", i + 1), identity_of(plan_.players[i]));
      spec.identity.emplace_back(fmt::format("name_{}", i + 1), comparison_.players[i]);
    }
    spec.notes = {{"files", fmt::format("{}", fmt::join(files_, " "))}};
    spec.items = static_cast<ItemNumber>(input_.positions.size());
    spec.tables = compare_tables();
    return spec;
  }

  // --- in the workers' threads

  std::optional<Found> compare_position(int worker, ItemNumber item) {
    const SuitePosition& position = input_.positions[static_cast<std::size_t>(item)];
    Found out;
    out.position.number = static_cast<int>(item) + 1;
    out.position.id = position.record.id();
    out.position.fen = fen::to_text(position.record.position);
    out.position.asked = position.task.asked();
    Team& team = teams_[static_cast<std::size_t>(worker)];
    for (std::size_t i = 0; i < team.size(); ++i)
      for (const std::int64_t limit : plan_.limits) {
        auto cell = search_position(*team[i], position, limit, out.fatal);
        if (!out.fatal.empty()) return out;
        if (!cell) return std::nullopt;
        cell->player = static_cast<int>(i);
        out.position.cells.push_back(*std::move(cell));
      }
    return out;
  }

  // Nothing: interrupted, or `fatal` says why.
  std::optional<CompareCell> search_position(Player& player, const SuitePosition& position, std::int64_t limit,
                                             std::string& fatal) const {
    const Position& board = position.record.position;
    PositionResult result = unsearched(position, 0);
    if (!legal_moves(board).empty()) {
      auto failure = player.new_game(board.chess960());
      if (failure && failure->kind != FailureKind::Interrupted) failure = player.new_game(board.chess960());
      if (failure) {
        if (failure->kind != FailureKind::Interrupted) fatal = failure->text;
        return std::nullopt;
      }
      Judge judge(position.task);
      const GameLine line(board);
      std::optional<std::int64_t> patience;
      if (plan_.unit == LimitUnit::Time) patience = limit + kPatience;
      const MoveOutcome outcome = player.move({line, plan_.limits_of(limit), patience}, &judge);
      if (const auto* wrong = std::get_if<Failure>(&outcome)) {
        if (wrong->kind == FailureKind::Interrupted) return std::nullopt;
        add_failure(result, position, *wrong);
      } else {
        add_search(result, position, judge, std::get<PlayedMove>(outcome));
      }
    }
    CompareCell cell;
    cell.limit = limit;
    cell.outcome = result.outcome;
    cell.move = result.uci;
    if (result.score) cell.value = white_view(*result.score, board.side_to_move()).value();
    cell.depth = result.end.depth;
    cell.nodes = result.end.nodes;
    cell.time = result.end.time;
    return cell;
  }

  // --- in the thread that called run()

  void search() {
    std::vector<ItemNumber> left;
    for (const ItemNumber item : items_)
      if (!store_->done().contains(item)) left.push_back(item);
    done_ = items_.size() - left.size();
    catch_interrupts();
    Progress progress;
    progress.begin_at(share(done_, items_.size()));
    Workers<Found> workers;
    workers.work = [this](int worker, ItemNumber item) { return compare_position(worker, item); };
    workers.take = [this](ItemNumber item, const Found& found) { return take(item, found); };
    workers.idle = [&] {
      if (done_ < items_.size())
        progress.show(share(done_, items_.size()),
                      fmt::format("{} of {} positions", grouped(done_), grouped(items_.size())));
    };
    workers.team = run_.team;
    workers.pack = [](const Found& found) {
      return store::to_bytes({found.fatal.empty() ? to_rows(found.position) : std::vector<store::Row>{}, found.fatal});
    };
    workers.unpack = [](const std::string& bytes) -> std::optional<Found> {
      const auto parcel = store::parcel_from_bytes(bytes);
      if (!parcel) return std::nullopt;
      if (!parcel->fatal.empty()) return Found{{}, parcel->fatal};
      auto position = compared_from_rows(parcel->rows);
      return position ? std::optional(Found{std::move(*position), ""}) : std::nullopt;
    };
    workers.run(left, static_cast<int>(teams_.size()));
    progress.clear();
  }

  bool take(ItemNumber item, const Found& found) {
    error_ = found.fatal;
    if (error_.empty())
      if (const auto error = store_->put(item, to_rows(found.position))) error_ = error->message;
    ++done_;
    return error_.empty();
  }

  int finish() {
    for (const ItemNumber item : store_->done()) {
      const auto rows = store_->rows(item);
      const auto position = rows ? compared_from_rows(*rows) : Result<ComparedPosition>(Error{rows.error()});
      if (position) comparison_.add(*position);
      if (!position && error_.empty()) error_ = position.error();
    }
    if (output_.json) {
      std::printf("%s\n", output_.to_json(comparison_, interrupted()).c_str());
    } else {
      if (comparison_.positions < items_.size())
        std::printf("%s after %s of %s positions.\n\n", interrupted() ? "Interrupted" : "Ended",
                    grouped(comparison_.positions).c_str(), grouped(items_.size()).c_str());
      std::printf("%s", output_.report(comparison_, style_).c_str());
    }
    if (const auto error = store_->close(); error && error_.empty()) error_ = error->message;
    if (!error_.empty()) return complain(kFailure, error_);
    if (!interrupted()) return 0;
    if (const std::string hint = run_.resume_hint(); !hint.empty()) complain(0, hint);
    return kInterruptedExit;
  }

  const ComparePlan& plan_;
  const SuiteInput input_;
  const std::vector<std::string>& files_;
  const store::RunArguments& run_;
  const CompareOutput& output_;
  const Style style_;
  std::vector<ItemNumber> items_;  // of this shard
  std::vector<Team> teams_;        // one for each worker, in it all players
  std::unique_ptr<store::RunStore> store_;
  Comparison comparison_;
  std::size_t done_ = 0;
  std::string error_;
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
