#pragma once

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

// A command that keeps what it finds in a run store is a class C with
//
//   kName, kHelp, kDescription, kFooter         texts: the name, one line of help, what its runs are, examples
//   struct Question, kQuestion                  what is asked: units(), inputs(), and, if wanted,
//                                               complete(), called before the options are checked, and check(), after
//   struct Unit, kLayout                        what is found for a work unit, and how it is stored (store/format.h)
//   struct Worker                               one for each thread: static make(question); it may have stop()
//   static find(question, worker, number)       the work, in a worker's thread
//   class Summary                               made of a RunHeader: add(unit), report(out) (report.h)
//   add_commands(app, exit_code)                if it has subcommands
//   answer(question, run)                       if some questions need no run: the exit code, or nothing
//
// and stored_command<C>() makes of it command line, --show, run, resume, shards, workers, processes, text and JSON.
namespace oknos::lab::record {

template <class C>
class ResultOf final : public RunResult {
 public:
  using Unit = typename C::Unit;
  static constexpr const char* kKind = C::kName;
  static constexpr const char* kDescription = C::kDescription;
  static store::Format<Unit> format() { return store::format_of<Unit>(C::kLayout); }

  explicit ResultOf(const RunHeader& header) : summary_(header) {}
  std::optional<Error> add(WorkUnitNumber, const Unit& unit) { return summary_.add(unit); }

  std::string text(const Style& style) const override {
    TextReport out(style);
    summary_.report(out);
    return std::move(out.text);
  }
  nlohmann::ordered_json json() const override {
    JsonReport out;
    summary_.report(out);
    if (interrupted) out.value("interrupted", true);
    return std::move(out.json);
  }
  const typename C::Summary& summary() const { return summary_; }

 private:
  typename C::Summary summary_;
};

template <class C>
class RunOf final : public ExperimentOf<ResultOf<C>, typename C::Worker> {
 public:
  using Question = typename C::Question;

  RunOf(const Question& question, const RunArguments& run)
      : ExperimentOf<ResultOf<C>, typename C::Worker>(run, question.inputs()), question_(question) {}

 private:
  WorkUnitNumber work_units() const override { return question_.units(); }
  Result<std::unique_ptr<typename C::Worker>> make_worker() override { return C::Worker::make(question_); }
  // The workers are there, so that players know what they are called.
  store::RunSpec identity() const override {
    store::RunSpec spec;
    Identify f{spec};
    C::kQuestion(f, question_);
    return spec;
  }
  Found<typename C::Unit> find(typename C::Worker& worker, WorkUnitNumber number) override {
    return C::find(question_, worker, number);
  }

  const Question& question_;
};

template <class C>
std::optional<Refusal> check_question(typename C::Question& question) {
  if constexpr (requires { question.complete(); })
    if (auto refusal = question.complete()) return refusal;
  Check f;
  C::kQuestion(f, question);
  if (f.refusal) return f.refusal;
  if constexpr (requires { question.check(); }) return question.check();
  return std::nullopt;
}

template <class C>
void add_stored(CLI::App& app, int& exit_code, Team* team) {
  struct State {
    typename C::Question question;
    RunArguments run;
    std::string show;
  };
  const auto state = std::make_shared<State>();
  CLI::App* command = app.add_subcommand(C::kName, C::kHelp);
  command->footer(C::kFooter);
  AddOptions f{*command};
  C::kQuestion(f, state->question);
  command->add_option("--show", state->show, "Show the results in this run store instead of searching")
      ->type_name("RUN.db");
  add_store_options(*command, state->run, team);
  add_workers(*command, state->run);
  command->add_flag("--json", state->run.json, "Print one JSON value");
  add_color(*command, state->run.color);
  if constexpr (requires { C::add_commands(*command, exit_code); }) C::add_commands(*command, exit_code);
  command->callback([state, command, &exit_code] {
    if (!command->get_subcommands().empty()) return;
    check_show_alone(*command);
    if (!state->show.empty()) return void(exit_code = show_run<ResultOf<C>>(state->show, state->run));
    if constexpr (requires { C::answer(state->question, state->run); })
      if (const auto code = C::answer(state->question, state->run)) return void(exit_code = *code);
    if (const auto refusal = check_question<C>(state->question))
      return void(exit_code = complain(refusal->exit_code, refusal->message));
    exit_code = RunOf<C>(state->question, state->run).run();
  });
}

template <class C>
StoredCommand stored_command() {
  return {{kind_of<ResultOf<C>>()}, add_stored<C>};
}

}  // namespace oknos::lab::record
