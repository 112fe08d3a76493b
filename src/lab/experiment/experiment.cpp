#include "lab/experiment/experiment.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "lab/experiment/workers.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/json_text.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

int Experiment::run() {
  const auto error = execute();
  if (!started_) return complain(kFailure, error->message);
  run_result().interrupted = interrupted();
  std::fputs((arguments_.json ? json() : text()).c_str(), stdout);
  if (error) return complain(kFailure, error->message);
  if (!interrupted()) return exit_code();
  if (const std::string hint = arguments_.resume_hint(); !hint.empty()) complain(0, hint);
  return kInterruptedExit;
}

std::optional<Error> Experiment::execute() {
  if (auto error = begin()) return error;
  started_ = true;
  catch_interrupts();
  progress_.emplace();
  progress_->begin_at(share_done());
  fold_ready();
  if (!over_) search();
  clear_progress();
  take_rest();
  if (const auto error = close_files(); error && failure_.empty()) failure_ = error->message;
  if (const auto error = store_->close(); error && failure_.empty()) failure_ = error->message;
  return failure_.empty() ? std::nullopt : std::optional(Error{failure_});
}

bool Experiment::complete() const {
  return started_ && failure_.empty() && (over_ || folded_ == work_units_.size());
}

std::optional<Error> Experiment::begin() {
  for (WorkUnitNumber work_unit = 0; work_unit < work_units(); ++work_unit)
    if (arguments_.shard.holds(work_unit)) work_units_.push_back(work_unit);
  const auto workers = std::min(static_cast<std::size_t>(arguments_.worker_count()), work_units_.size());
  if (auto error = prepare()) return error;
  if (auto error = make_workers(std::max<std::size_t>(workers, 1))) return error;
  store::RunSpec whole = spec();
  whole.work_units = work_units();
  if (!files_.empty()) whole.notes.emplace_back("files", fmt::format("{}", fmt::join(files_, " ")));
  if (auto error = begin_result(RunHeader(whole))) return error;
  auto opened = store::open_run_store(arguments_.store_options(inputs()), whole);
  if (!opened) return Error{opened.error()};
  store_ = std::move(*opened);
  for (const WorkUnitNumber work_unit : store_->done()) done_ += arguments_.shard.holds(work_unit) ? 1 : 0;
  before_ = done_;
  if (auto error = open_files()) return error;
  if (!arguments_.json) std::printf("%s", heading().c_str());
  std::fflush(stdout);
  return std::nullopt;
}

void Experiment::search() {
  std::vector<WorkUnitNumber> left;
  for (std::size_t i = next_; i < work_units_.size(); ++i)
    if (!store_->done().contains(work_units_[i])) left.push_back(work_units_[i]);
  Workers<store::Parcel> workers;
  workers.work = [this](int worker, WorkUnitNumber work_unit) -> std::optional<store::Parcel> {
    Outcome<store::Rows> found = work(static_cast<std::size_t>(worker), work_unit);
    if (!found.work_unit && found.fatal.empty()) return std::nullopt;
    return store::Parcel{std::move(found.work_unit).value_or(store::Rows{}), std::move(found.fatal)};
  };
  workers.take = [this](WorkUnitNumber work_unit, store::Parcel found) { return take(work_unit, std::move(found)); };
  workers.idle = [this] {
    if (interrupted()) stop_workers();
    if (const auto error = store_->commit_due()) fail(error->message);
    if (done_ < work_units_.size()) show_progress();
  };
  workers.team = arguments_.team;
  workers.pack = [](const store::Parcel& found) { return store::to_bytes(found); };
  workers.unpack = [](const std::string& bytes) { return store::parcel_from_bytes(bytes); };
  workers.run(left, arguments_.worker_count());
}

// False: enough.
bool Experiment::take(WorkUnitNumber work_unit, store::Parcel found) {
  if (!found.fatal.empty()) {
    fail(found.fatal);
  } else if (ordered()) {
    ready_.emplace(work_unit, std::move(found.rows));
    ++done_;
  } else if (put(work_unit, found.rows)) {
    ++done_;
  }
  fold_ready();
  return !over_;
}

bool Experiment::put(WorkUnitNumber work_unit, const store::Rows& rows) {
  if (const auto error = store_->put(work_unit, rows)) {
    fail(error->message);
    return false;
  }
  fresh_.insert(work_unit);
  return true;
}

void Experiment::fold_ready() {
  while (!over_ && next_ < work_units_.size()) {
    const WorkUnitNumber work_unit = work_units_[next_];
    if (const auto found = ready_.find(work_unit); found != ready_.end()) {
      const store::Rows rows = std::move(found->second);
      ready_.erase(found);
      if (!put(work_unit, rows)) return;
    }
    if (!store_->done().contains(work_unit)) return;
    fold_stored(work_unit);
    ++next_;
  }
}

// What was just found is read back as well, so that a store that is shown later gives the same sums.
void Experiment::fold_stored(WorkUnitNumber work_unit) {
  const auto rows = store_->rows(work_unit);
  const auto error = rows ? fold(work_unit, *rows, fresh_.erase(work_unit) > 0) : std::optional(Error{rows.error()});
  const std::string file = arguments_.out.empty() ? "" : arguments_.out + ": ";
  if (error) return fail(fmt::format("{}work unit {}: {}", file, work_unit, error->message));
  ++folded_;
}

// What lies behind the gaps that Ctrl-C left: it counts, or, where each work unit needs those before it, is kept for
// the next run.
void Experiment::take_rest() {
  if (over_) return;
  for (const auto& [work_unit, rows] : ready_)
    if (!put(work_unit, rows)) return;
  if (ordered()) return;
  for (; next_ < work_units_.size() && failure_.empty(); ++next_)
    if (store_->done().contains(work_units_[next_])) fold_stored(work_units_[next_]);
}

void Experiment::fail(const std::string& why) {
  if (failure_.empty()) failure_ = why;
  over_ = true;
  stop_workers();
}

double Experiment::share_done() const {
  return share(done_, work_units_.size());
}

std::string Experiment::progress_text() const {
  return fmt::format("{} of {} {}", grouped(done_), grouped(work_units_.size()), unit());
}

std::string Experiment::text() const {
  return cut_short_text() + run_result().text(style_);
}

std::string Experiment::json() const {
  return json_text(run_result().json()) + "\n";
}

std::string Experiment::cut_short_text() const {
  if (folded_ == work_units_.size()) return "";
  return fmt::format("{} after {} of {} {}.\n\n", interrupted() ? "Interrupted" : "Ended", grouped(folded_),
                     grouped(work_units_.size()), unit());
}

std::string Experiment::shard_text() const {
  const store::Shard& shard = arguments_.shard;
  return shard.count > 1 ? fmt::format("shard {}/{}", shard.index, shard.count) : "";
}

void Experiment::say(const std::string& message) {
  clear_progress();
  complain(0, message);
}

void Experiment::print(const std::string& line) {
  clear_progress();
  std::printf("%s\n", line.c_str());
  std::fflush(stdout);
}

}  // namespace oknos::lab
