#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "lab/experiment/result.h"
#include "lab/experiment/run_arguments.h"
#include "lab/store/parcel.h"
#include "lab/terminal/progress.h"
#include "lab/terminal/style.h"

// The common part of all stored runs. It makes the workers and distributes the work units over them, over shards or
// over processes, stores each work unit in one transaction, adds up what was found in the order of the work units, and
// prints the result at the end. A class for each kind of run, derived from ExperimentOf, supplies the rest
// (docs/run-stores.md).
namespace oknos::lab {

// A worker's result for a work unit. Nothing: the worker was interrupted. An error: the run cannot continue.
template <class T>
struct Outcome {
  Outcome(T what) : work_unit(std::move(what)) {}            // NOLINT: implicit, so that `return unit;` works
  Outcome(std::nullopt_t) {}                                 // NOLINT: the same
  Outcome(Error error) : fatal(std::move(error.message)) {}  // NOLINT: the same

  std::optional<T> work_unit;
  std::string fatal;
};

class Experiment {
 public:
  virtual ~Experiment() = default;
  Experiment(const Experiment&) = delete;
  Experiment& operator=(const Experiment&) = delete;

  // Processes the work units that the store does not have yet, and prints the results of all. Returns the program's
  // exit code.
  int run();
  // The same without printing. An error: the run could not start or had to end.
  std::optional<Error> execute();
  bool started() const { return started_; }  // false: execute() could not even open what it needs
  bool complete() const;                     // all work units are done

 protected:
  // `arguments` must outlive the object. `files`: the input files that the command line names.
  explicit Experiment(const RunArguments& arguments, std::vector<std::string> files = {})
      : arguments_(arguments), files_(std::move(files)), style_(style_of(stdout, arguments.color)) {}

  // --- The description of the run. Only the derived class knows the work units themselves.

  virtual WorkUnitNumber work_units() const = 0;                      // of the whole run
  virtual std::string unit() const { return "positions"; }            // what a work unit is, in words
  virtual std::vector<std::string> inputs() const { return files_; }  // files that output must never replace
  // Before anything is opened: whatever can be found wrong without it.
  virtual std::optional<Error> prepare() { return std::nullopt; }
  // Whether the rows of a work unit are stored only after all earlier work units have been folded, because these may
  // end the run.
  virtual bool ordered() const { return false; }
  // Other files that the run writes: opened after the store, and closed before it.
  virtual std::optional<Error> open_files() { return std::nullopt; }
  virtual std::optional<Error> close_files() { return std::nullopt; }

  // --- In the thread that called run().

  virtual std::string heading() const { return ""; }  // printed when the store is open; ends with a line end
  virtual std::string progress_text() const;
  virtual void show_progress() { progress_->show(share_done(), progress_text()); }
  virtual void clear_progress() {
    if (progress_) progress_->clear();
  }
  // What is printed at the end; both end with a line end.
  virtual std::string text() const;
  virtual std::string json() const;
  virtual int exit_code() const { return 0; }

  // --- For derived classes.

  const RunArguments& arguments() const { return arguments_; }
  const Style& style() const { return style_; }
  std::size_t work_units_of_shard() const { return work_units_.size(); }
  std::size_t done() const { return done_; }           // work units of the shard, also by an earlier run
  std::size_t done_before() const { return before_; }  // by an earlier run
  std::size_t folded() const { return folded_; }
  bool over() const { return over_; }
  bool failed() const { return !failure_.empty(); }
  // "Interrupted after 3 of 10 positions." and a blank line; empty when all are done.
  std::string cut_short_text() const;
  std::string shard_text() const;  // "shard 2/3"; empty: the whole run
  // One line to standard error, or to standard output.
  void say(const std::string& message);
  void print(const std::string& line);
  // No more work units are needed.
  void end() { over_ = true; }
  void fail(const std::string& why);

 private:
  // --- What ExperimentOf does with the types.

  virtual std::optional<Error> make_workers(std::size_t count) = 0;
  virtual void stop_workers() = 0;
  virtual store::RunSpec spec() const = 0;  // without the work units
  virtual std::optional<Error> begin_result(const RunHeader& header) = 0;
  virtual RunResult& run_result() = 0;
  virtual const RunResult& run_result() const = 0;
  // In a worker's thread.
  virtual Outcome<store::Rows> work(std::size_t worker, WorkUnitNumber work_unit) = 0;
  // In the thread that called run(): the rows of a work unit, found now (`fresh`) or by an earlier run. Work units come
  // in order, but after an interruption the work units after the first missing one come at the end.
  virtual std::optional<Error> fold(WorkUnitNumber work_unit, const store::Rows& rows, bool fresh) = 0;

  double share_done() const;
  std::optional<Error> begin();
  void search();
  bool take(WorkUnitNumber work_unit, store::Parcel found);
  bool put(WorkUnitNumber work_unit, const store::Rows& rows);
  void fold_ready();
  void fold_stored(WorkUnitNumber work_unit);
  void take_rest();

  const RunArguments& arguments_;
  const std::vector<std::string> files_;
  const Style style_;
  std::optional<Progress> progress_;
  std::unique_ptr<store::RunStore> store_;
  std::vector<WorkUnitNumber> work_units_;       // of this shard
  std::map<WorkUnitNumber, store::Rows> ready_;  // ordered(): found, but earlier work units are missing
  std::set<WorkUnitNumber> fresh_;               // found by this run, and not folded yet
  std::size_t next_ = 0;                         // in work_units_: the first that is not folded
  std::size_t done_ = 0;
  std::size_t before_ = 0;
  std::size_t folded_ = 0;
  bool started_ = false;
  bool over_ = false;
  std::string failure_;
};

// An experiment whose work units add up to an R (result.h). Each thread that works has a Worker: engines, players,
// files.
template <class R, class Worker>
class ExperimentOf : public Experiment {
 protected:
  using Unit = typename R::Unit;
  using Experiment::Experiment;

  virtual Result<std::unique_ptr<Worker>> make_worker() = 0;
  // Identity and notes; the workers are there.
  virtual store::RunSpec identity() const = 0;
  // Before the first work unit: how the result is shown, and what no store says of it.
  virtual void prepare_result(R& /*result*/) const {}
  // In a worker's thread.
  virtual Outcome<Unit> find(Worker& worker, WorkUnitNumber number) = 0;
  // In the thread that called run().
  virtual void take(WorkUnitNumber number, Unit work_unit, bool /*fresh*/) { add(number, std::move(work_unit)); }
  // The results of the work units in progress are no longer needed.
  virtual void stop_working() {
    if constexpr (requires(Worker & worker) { worker.stop(); })
      for (const auto& worker : workers_) worker->stop();
  }

  void add(WorkUnitNumber number, Unit work_unit) {
    if (const auto error = add_work_unit(*result_, number, std::move(work_unit)))
      fail(fmt::format("work unit {}: {}", number, error->message));
  }
  const R& result() const { return *result_; }
  R& result() { return *result_; }
  const std::vector<std::unique_ptr<Worker>>& workers() const { return workers_; }
  Worker& any_worker() const { return *workers_.front(); }  // there is at least one

 private:
  std::optional<Error> make_workers(std::size_t count) final {
    while (workers_.size() < count) {
      auto worker = make_worker();
      if (!worker) return Error{worker.error()};
      workers_.push_back(*std::move(worker));
    }
    return std::nullopt;
  }
  void stop_workers() final { stop_working(); }
  store::RunSpec spec() const final {
    store::RunSpec out = identity();
    out.kind = R::kKind;
    out.tables = format_.tables();
    return out;
  }
  std::optional<Error> begin_result(const RunHeader& header) final {
    auto made = make_result<R>(header);
    if (!made) return Error{made.error()};
    result_ = std::make_unique<R>(*std::move(made));
    prepare_result(*result_);
    return std::nullopt;
  }
  RunResult& run_result() final { return *result_; }
  const RunResult& run_result() const final { return *result_; }
  Outcome<store::Rows> work(std::size_t worker, WorkUnitNumber number) final {
    Outcome<Unit> found = find(*workers_[worker], number);
    if (!found.fatal.empty()) return Error{std::move(found.fatal)};
    if (!found.work_unit) return std::nullopt;
    return format_.rows(*found.work_unit);
  }
  std::optional<Error> fold(WorkUnitNumber number, const store::Rows& rows, bool fresh) final {
    auto work_unit = format_.work_unit(rows);
    if (!work_unit) return Error{work_unit.error()};
    take(number, std::move(*work_unit), fresh);
    return std::nullopt;
  }

  const store::Format<Unit> format_ = R::format();
  std::vector<std::unique_ptr<Worker>> workers_;
  std::unique_ptr<R> result_;
};

}  // namespace oknos::lab
