#include "toy_experiment/toy.h"

#include <algorithm>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/base/text.h"
#include "lab/arguments/arguments.h"
#include "lab/experiment/experiment.h"
#include "lab/statistics/proportion_json.h"
#include "lab/terminal/interrupt.h"

namespace oknos::test {

namespace {

struct ToyOptions {
  std::string file;
  lab::RunArguments run;
};

// What is found for a line.
struct ToyLine {
  std::vector<std::string> words;
  int letters = 0;
};

constexpr auto kToyLineFields = [](auto& f, auto& line) { f("letters", line.letters, "in all words"); };
constexpr auto kToyWordFields = [](auto& f, auto& word) { f("word", word, "as it stands there"); };

// What a run comes to, now or from its store.
class ToyResult final : public lab::RunResult {
 public:
  using Unit = ToyLine;
  static constexpr const char* kKind = "toy";
  static constexpr const char* kDescription = "words of lines";
  static lab::store::Format<ToyLine> format() {
    return lab::store::format_of<ToyLine>([](auto& t, auto& line) {
      t.row("lines", line, kToyLineFields);
      t.rows("words", line.words, kToyWordFields);
    });
  }

  void add(lab::WorkUnitNumber number, const ToyLine& line) {
    words_ += line.words.size();
    by_line_.push_back(line_json(number, line));
  }
  std::string text(const lab::Style&) const override {
    return fmt::format("{} words in {} lines\n", words_, by_line_.size());
  }
  nlohmann::ordered_json json() const override {
    return {{"words", words_}, {"lines", by_line_.size()}, {"by_line", by_line_}};
  }

 private:
  // With a rate: how many of the words begin with a capital.
  static nlohmann::ordered_json line_json(lab::WorkUnitNumber number, const ToyLine& line) {
    const auto is_capital = [](const std::string& word) { return word.front() >= 'A' && word.front() <= 'Z'; };
    const auto capitals = std::count_if(line.words.begin(), line.words.end(), is_capital);
    nlohmann::ordered_json out = {{"line", number + 1}, {"words", line.words.size()}, {"letters", line.letters}};
    lab::add_rate(out["capitals"], lab::proportion(static_cast<std::uint64_t>(capitals), line.words.size()));
    return out;
  }

  std::size_t words_ = 0;
  nlohmann::ordered_json by_line_ = nlohmann::ordered_json::array();
};

// Where each line begins: all that is held of the file.
std::vector<std::streamoff> beginnings_of(const std::string& file) {
  std::ifstream in(file);
  std::vector<std::streamoff> out;
  std::streamoff at = 0;
  for (std::string line; std::getline(in, line); at = in.tellg()) out.push_back(at);
  return out;
}

class ToyRun final : public lab::ExperimentOf<ToyResult, std::ifstream> {
 public:
  explicit ToyRun(const ToyOptions& options)
      : ExperimentOf(options.run, {options.file}), options_(options), beginnings_(beginnings_of(options.file)) {}

 private:
  lab::WorkUnitNumber work_units() const override { return static_cast<lab::WorkUnitNumber>(beginnings_.size()); }
  std::string unit() const override { return "lines"; }
  std::optional<Error> prepare() override {
    return beginnings_.empty() ? std::optional(Error{options_.file + " has no lines"}) : std::nullopt;
  }
  Result<std::unique_ptr<std::ifstream>> make_worker() override {
    return std::make_unique<std::ifstream>(options_.file);
  }
  lab::store::RunSpec identity() const override {
    lab::store::RunSpec spec;
    spec.identity = {{"input", *lab::store::hash_of_file(options_.file)}};
    return spec;
  }
  lab::Found<ToyLine> find(std::ifstream& in, lab::WorkUnitNumber work_unit) override {
    in.clear();
    in.seekg(beginnings_[static_cast<std::size_t>(work_unit)]);
    std::string line;
    std::getline(in, line);
    if (line == "stop") return Error{"a line says stop"};
    ToyLine out;
    for (const std::string_view word : text::words(line)) {
      out.words.emplace_back(word);
      out.letters += static_cast<int>(word.size());
    }
    return out;
  }

  const ToyOptions& options_;
  const std::vector<std::streamoff> beginnings_;
};

void add_toy(CLI::App& app, int& exit_code, lab::Team* team) {
  const auto options = std::make_shared<ToyOptions>();
  CLI::App* command = app.add_subcommand(ToyResult::kKind, "Count the words of each line");
  command->add_option("file", options->file, "A text")->required();
  lab::add_store_options(*command, options->run, team);
  lab::add_workers(*command, options->run);
  command->add_flag("--json", options->run.json, "Print one JSON value");
  command->callback([options, &exit_code] { exit_code = ToyRun(*options).run(); });
}

}  // namespace

lab::StoredCommand toy_command() {
  return {{lab::kind_of<ToyResult>()}, add_toy};
}

}  // namespace oknos::test
