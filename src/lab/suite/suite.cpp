#include "lab/suite/suite.h"

#include <cstdio>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <utility>

#include "base/text.h"
#include "chess/movegen.h"
#include "lab/analyse.h"
#include "lab/interrupt.h"
#include "lab/output_file.h"
#include "lab/progress.h"
#include "lab/store/parcel.h"
#include "lab/suite/suite_input.h"
#include "lab/suite/suite_json.h"
#include "lab/suite/suite_rows.h"
#include "lab/suite/suite_view.h"
#include "lab/words.h"
#include "lab/workers.h"

namespace oknos::lab {

namespace {

// What a worker found, or why nothing more can be found.
struct Found {
  PositionResult result;
  std::string fatal;  // empty: all is well
};

class SuiteRun {
 public:
  SuiteRun(const SuiteOptions& options, SuitePlan plan, SuiteInput input)
      : options_(options),
        plan_(std::move(plan)),
        input_(std::move(input)),
        style_(style_of(stdout, options.color)),
        rows_(input_.positions, style_) {
    for (ItemNumber i = 0; i < static_cast<ItemNumber>(input_.positions.size()); ++i)
      if (options_.run.shard.holds(i)) items_.push_back(i);
  }

  int run() {
    if (const auto error = prepare()) return complain(kFailure, error->message);
    if (!options_.json) std::printf("%s\n\n%s\n", heading().c_str(), rows_.title().c_str());
    search();
    print_rest();
    return finish();
  }

 private:
  std::optional<Error> prepare() {
    const auto workers = std::min(static_cast<std::size_t>(options_.run.worker_count()), items_.size());
    for (std::size_t i = 0; i < std::max<std::size_t>(workers, 1); ++i) {
      auto player = make_player(plan_.player);
      if (!player) return Error{player.error()};
      players_.push_back(std::move(*player));
    }
    if (!options_.failed.empty())
      if (auto error = output_objection(failed_path())) return Error{"--failed " + error->message};
    auto opened = store::open_run_store(options_.run.store_options(options_.files), run_spec());
    if (!opened) return Error{opened.error()};
    store_ = std::move(*opened);
    if (!options_.failed.empty())
      if (auto error = failed_.open(failed_path())) return Error{"--failed " + error->message};
    return std::nullopt;
  }

  OutputPath failed_path() const {
    OutputPath out{options_.failed, options_.run.force, options_.files};
    out.in_use.push_back(options_.search.preset);
    out.in_use.push_back(options_.run.out);
    return out;
  }

  store::RunSpec run_spec() const {
    store::RunSpec spec;
    spec.kind = kSuiteKind;
    spec.identity = {{"input", input_.hash},
                     {"player", identity_of(plan_.player)},
                     {"engine", players_.front()->name()},
                     {"limits", exact_text(plan_.limits)}};
    std::string files;
    for (const std::string& file : options_.files) files += (files.empty() ? "" : " ") + file;
    spec.notes = {{"files", files}};
    spec.items = static_cast<ItemNumber>(input_.positions.size());
    spec.tables = suite_tables();
    return spec;
  }

  std::string heading() const {
    std::string out = fmt::format("{}, {} a position", style_.paint(Tone::Strong, players_.front()->name()),
                                  limits_in_words(plan_.limits));
    if (options_.run.shard.count > 1)
      out += fmt::format(", shard {}/{}", options_.run.shard.index, options_.run.shard.count);
    if (!store_->done().empty()) out += fmt::format(", {} found before", grouped(store_->done().size()));
    return out;
  }

  // --- in the workers' threads

  std::optional<Found> search_position(int worker, ItemNumber item) {
    const SuitePosition& position = input_.positions[static_cast<std::size_t>(item)];
    const Position& board = position.record.position;
    Found out{unsearched(position, static_cast<int>(item) + 1), ""};
    if (legal_moves(board).empty()) return out;
    Player& player = *players_[static_cast<std::size_t>(worker)];
    // After a failure this starts the engine again; one that ended while nobody looked is found only here.
    auto failure = player.new_game(board.chess960());
    if (failure && failure->kind != FailureKind::Interrupted) failure = player.new_game(board.chess960());
    if (failure) {
      if (failure->kind == FailureKind::Interrupted) return std::nullopt;
      out.fatal = failure->text;
      return out;
    }
    Judge judge(position.task);
    const GameLine line(board);
    const MoveOutcome outcome = player.move({line, plan_.limits, plan_.patience}, &judge);
    if (const auto* wrong = std::get_if<Failure>(&outcome)) {
      if (wrong->kind == FailureKind::Interrupted) return std::nullopt;
      add_failure(out.result, position, *wrong);
    } else {
      add_search(out.result, position, judge, std::get<PlayedMove>(outcome));
    }
    return out;
  }

  // --- in the thread that called run()

  void search() {
    std::vector<ItemNumber> left;
    for (const ItemNumber item : items_)
      if (!store_->done().contains(item)) left.push_back(item);
    catch_interrupts();
    print_ready();
    searched_ = items_.size() - left.size();
    Workers<Found> workers;
    workers.work = [this](int worker, ItemNumber item) { return search_position(worker, item); };
    workers.take = [this](ItemNumber item, Found found) { return take(item, std::move(found)); };
    workers.idle = [this] { show_progress(); };
    workers.team = options_.run.team;
    workers.pack = [](const Found& found) {
      return store::to_bytes({found.fatal.empty() ? to_rows(found.result) : std::vector<store::Row>{}, found.fatal});
    };
    workers.unpack = [](const std::string& bytes) -> std::optional<Found> {
      const auto parcel = store::parcel_from_bytes(bytes);
      if (!parcel) return std::nullopt;
      if (!parcel->fatal.empty()) return Found{{}, parcel->fatal};
      auto result = result_from_rows(parcel->rows);
      return result ? std::optional(Found{std::move(*result), ""}) : std::nullopt;
    };
    workers.run(left, static_cast<int>(players_.size()));
    progress_.clear();
  }

  bool take(ItemNumber item, Found found) {
    if (!found.fatal.empty()) return fail(found.fatal);
    if (const auto error = store_->put(item, to_rows(found.result))) return fail(error->message);
    ++searched_;
    if (found.result.failed()) {
      progress_.clear();
      const SuitePosition& position = input_.positions[static_cast<std::size_t>(item)];
      complain(0, fmt::format("{} ({}): {}", position.place, found.result.name(), found.result.failure));
    }
    ready_.emplace(item, std::move(found.result));
    return print_ready();
  }

  bool fail(const std::string& why) {
    error_ = why;
    return false;
  }

  // Rows are printed in the order of the input, whoever found them first. False: a stored row cannot be read.
  bool print_ready() {
    for (; next_ < items_.size(); ++next_) {
      auto result = take_result(items_[next_]);
      if (!result) return error_.empty();
      print(*std::move(result));
    }
    return true;
  }

  // What is ready or stored; nothing when it is still being searched.
  std::optional<PositionResult> take_result(ItemNumber item) {
    if (const auto found = ready_.find(item); found != ready_.end()) {
      PositionResult result = std::move(found->second);
      ready_.erase(found);
      return result;
    }
    if (!store_->done().contains(item)) return std::nullopt;
    const auto rows = store_->rows(item);
    auto result = rows ? result_from_rows(*rows) : Result<PositionResult>(Error{rows.error()});
    if (result) return std::move(*result);
    fail(fmt::format("{}: item {}: {}", options_.run.out, item, result.error()));
    return std::nullopt;
  }

  // Interrupted: there are holes, and rows after them.
  void print_rest() {
    for (; next_ < items_.size() && error_.empty(); ++next_)
      if (auto result = take_result(items_[next_])) print(*std::move(result));
  }

  void print(PositionResult result) {
    progress_.clear();
    std::printf("%s\n", (options_.json ? suite_position_json(result) : rows_.row(result)).c_str());
    std::fflush(stdout);
    const SuitePosition& position = input_.positions[static_cast<std::size_t>(result.number - 1)];
    const bool not_solved = result.failed() || (result.asked() && !result.solved());
    if (not_solved && !options_.failed.empty()) failed_.write(position.line + "\n");
    solved_ += result.solved() ? 1 : 0;
    result.lines.clear();  // nobody reports them, and there may be many
    results_.push_back(std::move(result));
  }

  void show_progress() {
    const std::size_t all = items_.size();
    if (searched_ < all)
      progress_.show(share(searched_, all),
                     fmt::format("{} of {} positions, {} solved", grouped(searched_), grouped(all), grouped(solved_)));
  }

  int finish() {
    print_summary();
    if (const auto error = store_->close(); error && error_.empty()) error_ = error->message;
    if (!options_.failed.empty()) finish_failed();
    if (!error_.empty()) return complain(kFailure, error_);
    if (!interrupted()) return 0;
    if (const std::string hint = options_.run.resume_hint(); !hint.empty()) complain(0, hint);
    return kInterruptedExit;
  }

  void finish_failed() {
    if (interrupted() || !error_.empty()) {
      complain(0, fmt::format("{} holds what is not solved so far", text::quoted(failed_.abandon())));
      return;
    }
    if (const auto error = failed_.finish()) error_ = error->message;
  }

  void print_summary() const {
    if (options_.json) {
      const SuiteJsonNotes notes{{{"player", players_.front()->name()}, {"limits", exact_text(plan_.limits)}},
                                 input_.unreadable,
                                 interrupted()};
      std::printf("%s\n", suite_summary_json(results_, notes).c_str());
      return;
    }
    const bool whole = results_.size() == items_.size();
    if (!whole)
      std::printf("\n%s after %zu of %zu positions.", interrupted() ? "Interrupted" : "Ended", results_.size(),
                  items_.size());
    std::printf("\n%s", suite_report(results_, input_.unreadable, style_).c_str());
  }

  const SuiteOptions& options_;
  const SuitePlan plan_;
  const SuiteInput input_;
  const Style style_;
  const SuiteRows rows_;
  std::vector<ItemNumber> items_;                 // of this shard
  std::vector<std::unique_ptr<Player>> players_;  // one for each worker
  std::unique_ptr<store::RunStore> store_;
  OutputFile failed_;
  Progress progress_;
  std::map<ItemNumber, PositionResult> ready_;  // found, and waiting for those before them
  std::vector<PositionResult> results_;         // printed
  std::size_t next_ = 0;                        // in items_: the first that is not printed
  std::size_t searched_ = 0;
  std::size_t solved_ = 0;
  std::string error_;
};

}  // namespace

int suite(const SuiteOptions& options) {
  auto plan = make_suite_plan(options);
  if (!plan) return complain(kUsage, plan.error());
  auto input = read_suite(options.files);
  if (!input) return complain(kFailure, input.error());
  for (const std::string& complaint : input->complaints) complain(0, complaint);
  return SuiteRun(options, std::move(*plan), std::move(*input)).run();
}

}  // namespace oknos::lab
