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
//                                               complete(), called before the options are checked, check(), after,
//                                               and identity(), where the fields do not say it by themselves
//   struct Unit, kLayout                        what is found for a work unit, and how it is stored (store/format.h)
//   struct Worker                               one for each thread: static make(question); it may have stop()
//   static find(question, worker, number)       the work, in a worker's thread
//   class Summary                               made of a RunHeader: add(unit), report(out) (report.h), and, if wanted,
//                                               show_for_report(worst), of RunResult
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
  void show_for_report(std::size_t worst) override {
    if constexpr (requires { summary_.show_for_report(worst); }) summary_.show_for_report(worst);
  }
  const typename C::Summary& summary() const { return summary_; }
  typename C::Summary& summary() { return summary_; }

 private:
  typename C::Summary summary_;
};

template <class C>
class RunOf : public ExperimentOf<ResultOf<C>, typename C::Worker> {
 public:
  using Question = typename C::Question;

  RunOf(const Question& question, const RunArguments& run)
      : ExperimentOf<ResultOf<C>, typename C::Worker>(run, question.inputs()), question_(question) {}

 private:
  WorkUnitNumber work_units() const override { return question_.units(); }
  Result<std::unique_ptr<typename C::Worker>> make_worker() override { return C::Worker::make(question_); }
  // The workers are there, so that players know what they are called.
  store::RunSpec identity() const override {
    if constexpr (requires { question_.identity(); }) {
      return question_.identity();
    } else {
      store::RunSpec spec;
      Identify f{spec};
      C::kQuestion(f, question_);
      return spec;
    }
  }
  Found<typename C::Unit> find(typename C::Worker& worker, WorkUnitNumber number) override {
    return C::find(question_, worker, number);
  }

 protected:
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

// What the command line says.
template <class C>
struct Asked {
  typename C::Question question;
  RunArguments run;
  std::string show;
};

// Adds the command with its options. `asked` must live until they have been read.
template <class C>
CLI::App* add_options(CLI::App& app, Asked<C>& asked, Team* team) {
  CLI::App* command = app.add_subcommand(C::kName, C::kHelp);
  command->footer(C::kFooter);
  AddOptions f{*command};
  C::kQuestion(f, asked.question);
  command->add_option("--show", asked.show, "Show the results in this run store instead of searching")
      ->type_name("RUN.db");
  add_store_options(*command, asked.run, team);
  add_workers(*command, asked.run);
  command->add_flag("--json", asked.run.json, "Print one JSON value");
  add_color(*command, asked.run.color);
  return command;
}

template <class C>
void add_stored(CLI::App& app, int& exit_code, Team* team) {
  const auto asked = std::make_shared<Asked<C>>();
  CLI::App* command = add_options(app, *asked, team);
  command->callback([asked, command, &exit_code] {
    check_show_alone(*command);
    if (!asked->show.empty()) return void(exit_code = show_run<ResultOf<C>>(asked->show, asked->run));
    if (const auto refusal = check_question<C>(asked->question))
      return void(exit_code = complain(refusal->exit_code, refusal->message));
    exit_code = RunOf<C>(asked->question, asked->run).run();
  });
}

template <class C>
StoredCommand stored_command() {
  return {{kind_of<ResultOf<C>>()}, add_stored<C>};
}

}  // namespace oknos::lab::record
