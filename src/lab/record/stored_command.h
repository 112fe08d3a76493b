#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lab/arguments/stored_command.h"
#include "lab/experiment/experiment.h"
#include "lab/experiment/show_run.h"
#include "lab/record/question.h"
#include "lab/record/report.h"
#include "lab/terminal/output_file.h"
#include "lab/terminal/text_file.h"

// A command that keeps what it finds in a run store is a class C with
//
//   kName, kHelp, kDescription, kFooter         texts: the name, one line of help, what its runs are, examples
//   struct Question, kQuestion                  what is asked: units(), inputs(), and, if wanted,
//                                               complete(), called before the options are checked, check(), after,
//                                               and heading(), printed when the run begins
//   struct Unit, kLayout                        what is found for a work unit, and how it is stored (store/format.h)
//   struct Worker                               one for each thread: static make(question); it may have stop()
//   static find(question, worker, number)       the work, in a worker's thread
//   class Summary                               made of a RunHeader: add(unit), report(out) (report.h); if wanted,
//                                               asked(question), what no store says, exit_code(), and
//                                               show_for_report(worst), of RunResult
//   kUnits                                      if wanted: what the work units are, in words ("positions")
//   add_commands(app, exit_code)                if it has subcommands
//
// and stored_command<C>() makes of it command line, --show (unless that is an option of its own), run, resume, shards,
// workers, processes, text and JSON.
// What only some commands need:
//
//   Question::reads()                           files that no output may replace, besides inputs()
//   Question::describe(spec)                    more entries of the header
//   Question::identity()                        all of them, where the fields do not say it by themselves
//   Question::start()                           in place of Worker::make()
//   Summary::of(header)                         in place of the constructor, where a header may not suffice
//   Summary::text(style, interrupted), json(interrupted)      in place of report(out), where there is more than tables
//   static other(command, question, run)        what is done instead of a run, if anything: an optional exit code
//   static add_workers(app, run)                --workers by other names
//   kJsonHelp                                   what --json prints, where that is not one value
//   kSequential                                 each work unit needs those before it: no shards, no processes
//   a class derived from RunOf<C>, as second argument of stored_command(), where a run does more than find()
namespace oknos::lab::record {

template <class C>
concept IsSequential = requires {
  C::kSequential;
};

template <class C>
class ResultOf final : public RunResult {
 public:
  using Unit = typename C::Unit;
  static constexpr const char* kKind = C::kName;
  static constexpr const char* kDescription = C::kDescription;
  static store::Format<Unit> format() { return store::format_of<Unit>(C::kLayout); }

  static Result<ResultOf> of(const RunHeader& header) {
    if constexpr (requires { C::Summary::of(header); }) {
      auto summary = C::Summary::of(header);
      if (!summary) return Error{summary.error()};
      return ResultOf(std::move(*summary));
    } else {
      return ResultOf(typename C::Summary(header));
    }
  }
  std::optional<Error> add(WorkUnitNumber number, const Unit& unit) {
    if constexpr (requires { summary_.add(number, unit); })
      return summary_.add(number, unit);
    else
      return summary_.add(unit);
  }

  std::string text(const Style& style) const override {
    if constexpr (requires { summary_.text(style, interrupted); }) {
      return summary_.text(style, interrupted);
    } else {
      TextReport out(style);
      summary_.report(out);
      return std::move(out.text);
    }
  }
  nlohmann::ordered_json json() const override {
    if constexpr (requires { summary_.json(interrupted); }) {
      return summary_.json(interrupted);
    } else {
      JsonReport out;
      summary_.report(out);
      if (interrupted) out.value("interrupted", true);
      return std::move(out.json);
    }
  }
  void show_for_report(std::size_t worst) override {
    if constexpr (requires { summary_.show_for_report(worst); }) summary_.show_for_report(worst);
  }
  const typename C::Summary& summary() const { return summary_; }
  typename C::Summary& summary() { return summary_; }

 private:
  explicit ResultOf(typename C::Summary summary) : summary_(std::move(summary)) {}

  typename C::Summary summary_;
};

template <class C>
class RunOf : public ExperimentOf<ResultOf<C>, typename C::Worker> {
 public:
  using Question = typename C::Question;

  RunOf(const Question& question, const RunArguments& run)
      : ExperimentOf<ResultOf<C>, typename C::Worker>(run, question.inputs()), question_(question) {}

  // Writes a whole output, if it is wanted.
  std::optional<Error> write(const Output& output, const std::string& text) const {
    if (output.path.empty()) return std::nullopt;
    if (auto error = write_file(place_of(output), text)) return Error{output.option + " " + error->message};
    return std::nullopt;
  }

 protected:
  std::vector<std::string> inputs() const override {
    std::vector<std::string> out = question_.inputs();
    if constexpr (requires { question_.reads(); })
      for (std::string& file : question_.reads()) out.push_back(std::move(file));
    return out;
  }
  OutputPath place_of(const Output& output) const {
    const RunArguments& run = this->arguments();
    const bool is_own = run.resume && !output.mention.empty() && head_contains(output.path, output.mention);
    OutputPath out{output.path, run.force || is_own, inputs()};
    out.in_use.push_back(run.out);
    for (const Output* other : outputs())
      if (other != &output) out.in_use.push_back(other->path);
    return out;
  }

  const Question& question_;

 private:
  std::vector<const Output*> outputs() const {
    FindOutputs f;
    if constexpr (requires { C::kQuestion; }) C::kQuestion(f, question_);
    return f.all;
  }
  std::optional<Error> prepare() override {
    if (!this->arguments().leads()) return std::nullopt;
    for (const Output* output : outputs())
      if (!output->path.empty())
        if (const auto error = check_output(place_of(*output))) return Error{output->option + " " + error->message};
    return std::nullopt;
  }
  bool ordered() const override { return IsSequential<C>; }
  WorkUnitNumber work_units() const override { return question_.units(); }
  std::string unit() const override {
    if constexpr (requires { C::kUnits; })
      return C::kUnits;
    else
      return Experiment::unit();
  }
  Result<std::unique_ptr<typename C::Worker>> make_worker() override {
    if constexpr (requires { question_.start(); })
      return question_.start();
    else
      return C::Worker::make(question_);
  }
  // The workers are there, so that players know what they are called.
  store::RunSpec identity() const override {
    if constexpr (requires { question_.identity(); }) {
      return question_.identity();
    } else {
      store::RunSpec spec;
      Identify f{spec};
      C::kQuestion(f, question_);
      if constexpr (requires { question_.describe(spec); }) question_.describe(spec);
      return spec;
    }
  }
  std::string heading() const override {
    if constexpr (requires { question_.heading(); }) return question_.heading();
    return "";
  }
  void prepare_result(ResultOf<C>& result) const override {
    if constexpr (requires { result.summary().asked(question_); }) result.summary().asked(question_);
  }
  int exit_code() const override {
    if constexpr (requires { this->result().summary().exit_code(); }) return this->result().summary().exit_code();
    return 0;
  }
  Outcome<typename C::Unit> find(typename C::Worker& worker, WorkUnitNumber number) override {
    if constexpr (requires { C::find(question_, worker, number); })
      return C::find(question_, worker, number);
    else
      return std::nullopt;  // a derived class does it
  }
};

// A command with several kinds of runs is a class with kName, kHelp, kFooter, Question and kQuestion, and
//
//   static run(question, arguments)             runs the Measure that the question asks for; its exit code
//
// The rest of the above is its measures'. It has no --show: `show` shows them all.
template <class Question>
struct Measure {
  RunKind kind;
  int (*run)(const Question& question, const RunArguments& run);
};
template <class C, class Run = RunOf<C>>
Measure<typename C::Question> measure() {
  return {kind_of<ResultOf<C>>(),
          [](const typename C::Question& question, const RunArguments& run) { return Run(question, run).run(); }};
}

template <class C>
std::optional<Refusal> check_question(typename C::Question& question, const CLI::App* app = nullptr) {
  if constexpr (requires { question.complete(); })
    if (auto refusal = question.complete()) return refusal;
  Check f{app};
  C::kQuestion(f, question);
  if (f.refusal) return f.refusal;
  if constexpr (requires { question.check(); }) return question.check();
  return std::nullopt;
}

// What the command line needs of a class C.
struct CommandFrame {
  const char* name = "";
  const char* help = "";
  const char* footer = "";
  const char* json_help = "Print one JSON value";
  bool sequential = false;
  std::function<void(CLI::App&)> add_options{};
  std::function<void(CLI::App&, RunArguments&)> add_workers{};               // empty: --workers
  std::function<void(CLI::App&, int& exit_code)> add_commands{};             // empty: none
  std::function<int(const std::string& store, const RunArguments&)> show{};  // empty: it has no --show
  std::function<int(CLI::App& command, const RunArguments&)> run{};
};
void add_command(CLI::App& app, int& exit_code, Team* team, const CommandFrame& frame);

template <class C, class Run>
void add_stored(CLI::App& app, int& exit_code, Team* team) {
  const auto question = std::make_shared<typename C::Question>();
  CommandFrame frame{.name = C::kName, .help = C::kHelp, .footer = C::kFooter, .sequential = IsSequential<C>};
  if constexpr (requires { C::kJsonHelp; }) frame.json_help = C::kJsonHelp;
  frame.add_options = [question](CLI::App& command) {
    AddOptions f{command};
    C::kQuestion(f, *question);
  };
  if constexpr (requires(CLI::App & command, RunArguments & run) { C::add_workers(command, run); })
    frame.add_workers = [](CLI::App& command, RunArguments& run) { C::add_workers(command, run); };
  if constexpr (requires { C::add_commands(app, exit_code); })
    frame.add_commands = [](CLI::App& command, int& code) { C::add_commands(command, code); };
  if constexpr (!requires { C::run; })
    frame.show = [](const std::string& store, const RunArguments& run) { return show_run<ResultOf<C>>(store, run); };
  frame.run = [question](CLI::App& command, const RunArguments& run) {
    if constexpr (requires { C::other(command, *question, run); })
      if (const auto code = C::other(command, *question, run)) return *code;
    if (const auto refusal = check_question<C>(*question, &command))
      return complain(refusal->exit_code, refusal->message);
    if constexpr (requires { C::run; })
      return C::run(*question, run);
    else
      return Run(*question, run).run();
  };
  add_command(app, exit_code, team, frame);
}

template <class C, class Run = RunOf<C>>
StoredCommand stored_command() {
  return {{kind_of<ResultOf<C>>()}, add_stored<C, Run>, !IsSequential<C>};
}

}  // namespace oknos::lab::record
