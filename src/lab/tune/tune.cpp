#include "lab/tune/tune.h"

#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <mutex>

#include "lab/analyse.h"
#include "lab/interrupt.h"
#include "lab/live_table.h"
#include "lab/match/openings.h"
#include "lab/output_file.h"
#include "lab/play/engine_player.h"
#include "lab/tune/tune_output.h"
#include "lab/tune/tune_plan.h"
#include "lab/tune/tune_record.h"
#include "lab/tune/tune_rows.h"
#include "lab/tune/tune_view.h"
#include "lab/workers.h"
#include "platform/clock.h"
#include "pruning/settings.h"

namespace oknos::lab {

namespace {

using Opponents = std::array<pruning::Settings, 2>;

// A file that is written when all is done.
struct TuneOutput {
  std::string option;  // "--openbench"
  std::string path;
};

class TuneRun {
 public:
  TuneRun(const TuneOptions& options, TunePlan plan)
      : options_(options),
        run_(options.match.run),
        plan_(std::move(plan)),
        facts_(facts_of(plan_)),
        record_(facts_),
        order_(plan_.match.openings.size(), plan_.match.seed) {}

  int run() {
    if (const auto error = prepare()) return complain(kFailure, error->message);
    if (const auto error = write_inputs()) return complain(kFailure, error->message);
    if (plan_.spsa.iterations == 0) return 0;
    take_stored();
    if (failure_.empty()) play();
    live_.clear();
    return finish();
  }

 private:
  std::optional<Error> prepare() {
    for (const TuneOutput& to : outputs())
      if (const auto error = output_objection(path_of(to.path))) return Error{to.option + " " + error->message};
    if (plan_.spsa.iterations == 0) return std::nullopt;
    for (int i = 0; i < run_.worker_count(); ++i) {
      Table table;
      for (auto& player : table) {
        auto made = make_engine_player(plan_.start());
        if (!made) return Error{made.error()};
        player = std::move(*made);
      }
      tables_.push_back(std::move(table));
    }
    auto opened = store::open_run_store(run_.store_options(inputs()), run_spec(plan_, options_));
    if (!opened) return Error{opened.error()};
    store_ = std::move(*opened);
    return std::nullopt;
  }

  std::vector<TuneOutput> outputs() const {
    std::vector<TuneOutput> out;
    for (const TuneOutput& to :
         {TuneOutput{"--preset-out", options_.preset_out}, TuneOutput{"--openbench", options_.openbench},
          TuneOutput{"--weather-factory", options_.weather_factory}})
      if (!to.path.empty()) out.push_back(to);
    return out;
  }
  std::vector<std::string> inputs() const { return {options_.match.book, options_.search.preset}; }
  OutputPath path_of(const std::string& path) const {
    OutputPath out{path, run_.force || run_.resume, inputs()};
    out.in_use.push_back(run_.out);
    return out;
  }
  std::optional<Error> write(const std::string& option, const std::string& path, const std::string& text) const {
    if (path.empty()) return std::nullopt;
    OutputFile file;
    if (const auto error = file.open(path_of(path))) return Error{option + " " + error->message};
    file.write(text);
    if (const auto error = file.finish()) return Error{option + " " + error->message};
    return std::nullopt;
  }
  // What other tuners begin with is known before the first game.
  std::optional<Error> write_inputs() const {
    const std::string lines = openbench_input(facts_, options_.r_end.value_or(kLongRateEnd));
    if (auto error = write("--openbench", options_.openbench, lines)) return error;
    return write("--weather-factory", options_.weather_factory, weather_factory_config(facts_));
  }

  // --- playing: called in the workers' threads
  // ------------------------------------------------------------------------

  // Who plays item number `item`; waits until that is known. Nothing: the run is over, or there is nothing to verify.
  std::optional<Opponents> opponents_of(ItemNumber item) {
    std::unique_lock lock(mutex_);
    const auto known = [&] {
      return item < plan_.spsa.iterations ? record_.spsa().has_trial(item) : record_.spsa().finished();
    };
    while (!known() && !over_ && !interrupted()) changed_.wait_for(lock, kGlance);
    if (!known()) return std::nullopt;
    const pruning::Settings& start = plan_.start().settings;
    if (item >= plan_.spsa.iterations) {
      const pruning::Settings tuned = with_values(start, plan_.parameters, record_.spsa().rounded());
      return tuned == start ? std::nullopt : std::optional(Opponents{tuned, start});
    }
    const SpsaTrial& trial = record_.spsa().trial(item);
    return Opponents{with_values(start, plan_.parameters, trial.plus),
                     with_values(start, plan_.parameters, trial.minus)};
  }

  std::optional<PairSummary> play_pair(int worker, ItemNumber item) {
    const auto opponents = opponents_of(item);
    if (!opponents) return std::nullopt;
    Table& table = tables_[static_cast<std::size_t>(worker)];
    for (std::size_t i = 0; i < table.size(); ++i) table[i]->set_settings((*opponents)[i]);
    const std::size_t number = order_.opening_of(static_cast<std::uint64_t>(item));
    const Opening& opening = plan_.match.openings[number];
    PairSummary out;
    for (std::size_t game = 0; game < out.size(); ++game) {
      const bool first_is_white = game == 0;
      Side first{*table[0], plan_.start().control, *plan_.start().margin};
      Side second{*table[1], plan_.start().control, *plan_.start().margin};
      const std::array<Side*, kColors> sides =
          first_is_white ? std::array<Side*, kColors>{&first, &second} : std::array<Side*, kColors>{&second, &first};
      const GameRecord record = play_game(opening.start, opening.moves, sides, plan_.match.rules);
      if (record.result == pgn::GameResult::Unknown) return std::nullopt;
      out[game] = summarise(record, first_is_white, opening.name.empty() ? std::to_string(number + 1) : opening.name);
    }
    return out;
  }

  // --- taking results, in order of the items: each step begins from the one before
  // ---------------------------------------------------------------------------------

  std::vector<store::Row> rows_of(ItemNumber item, const PairSummary& pair) const {
    if (item >= plan_.spsa.iterations) return verification_rows(pair);
    return to_rows(iteration_result(record_.spsa().trial(item), pair));
  }

  void take(const std::vector<store::Row>& rows) {
    const std::lock_guard lock(mutex_);
    if (const auto error = record_.add(rows)) fail(fmt::format("{}: item {}: {}", run_.out, next_, error->message));
    ++next_;
    changed_.notify_all();
  }

  void take_stored() {
    while (!over_ && store_->done().contains(next_)) {
      const auto rows = store_->rows(next_);
      if (!rows) return fail(fmt::format("{}: item {}: {}", run_.out, next_, rows.error()));
      take(*rows);
    }
  }

  void play() {
    std::vector<ItemNumber> left;
    for (ItemNumber item = next_; item < plan_.items(); ++item)
      if (!store_->done().contains(item)) left.push_back(item);
    if (!left.empty()) catch_interrupts();
    Workers<PairSummary> workers;
    workers.work = [this](int worker, ItemNumber item) { return play_pair(worker, item); };
    workers.take = [this](ItemNumber item, PairSummary pair) {
      ready_.emplace(item, std::move(pair));
      return take_ready();
    };
    workers.idle = [this] {
      live_.show([this](const Style& style) { return live_lines(state(), style); },
                 [this] { return log_line(state()); });
    };
    workers.run(left, static_cast<int>(tables_.size()));
  }

  // False: the run is over.
  bool take_ready() {
    while (!over_) {
      take_stored();
      const auto found = ready_.find(next_);
      if (found == ready_.end()) break;
      const std::vector<store::Row> rows = rows_of(next_, found->second);
      ready_.erase(found);
      if (const auto error = store_->put(next_, rows)) {
        fail(error->message);
        break;
      }
      played_now_ += std::tuple_size_v<PairSummary>;
      take(rows);
    }
    return !over_;
  }

  void fail(const std::string& message) {
    failure_ = message;
    over_ = true;
  }

  // --- the end
  // ---------------------------------------------------------------------------------------------------------

  // What was played behind a gap that Ctrl-C left is kept for the next run.
  void keep_the_rest() {
    if (over_) return;
    for (const auto& [item, pair] : ready_)
      if (const auto error = store_->put(item, rows_of(item, pair))) return fail(error->message);
  }

  int finish() {
    keep_the_rest();
    if (const auto error = store_->close(); error && failure_.empty()) failure_ = error->message;
    const TuneState now = state();
    if (failure_.empty())
      if (const auto error = write("--preset-out", options_.preset_out, preset_file(now, plan_.start(), options_.name)))
        failure_ = error->message;
    const Style style = style_of(stdout, options_.match.color);
    std::printf("%s\n", (options_.match.json ? tune_json(now) : tune_report(now, style)).c_str());
    if (!failure_.empty()) return complain(kFailure, failure_);
    if (!interrupted()) return 0;
    if (const std::string hint = run_.resume_hint(); !hint.empty()) complain(0, hint);
    return kInterruptedExit;
  }

  TuneState state() const {
    return {facts_, record_, played_now_, platform::milliseconds_since(start_), interrupted()};
  }

  using Table = std::array<std::unique_ptr<EnginePlayer>, 2>;  // the two players of a worker

  const TuneOptions& options_;
  const store::RunArguments& run_;
  TunePlan plan_;
  TuneFacts facts_;
  TuneRecord record_;  // written with mutex_ held, by the thread that takes results
  OpeningOrder order_;
  std::vector<Table> tables_;
  std::unique_ptr<store::RunStore> store_;
  LiveTable live_;
  platform::TimePoint start_ = platform::now();

  ItemNumber next_ = 0;                      // the first that has not been taken
  std::map<ItemNumber, PairSummary> ready_;  // played, but an earlier one is still missing
  std::uint64_t played_now_ = 0;             // games
  std::string failure_;

  std::mutex mutex_;
  std::condition_variable changed_;  // a result has been taken
  std::atomic<bool> over_ = false;
};

}  // namespace

int tune(const TuneOptions& options) {
  TunePlanOutcome plan = make_tune_plan(options);
  if (const auto* error = std::get_if<PlanError>(&plan)) return complain(error->code, error->message);
  return TuneRun(options, std::move(std::get<TunePlan>(plan))).run();
}

}  // namespace oknos::lab
