#include "toy_experiment/toy.h"

#include <fstream>
#include <memory>

#include "engine/base/text.h"
#include "lab/arguments/arguments.h"
#include "lab/experiment/experiment.h"
#include "lab/terminal/interrupt.h"

namespace oknos::test {

namespace {

constexpr const char* kToy = "toy";

struct ToyOptions {
  std::string file;
  lab::store::RunArguments run;
};

// What is found for a line.
struct ToyLine {
  std::vector<std::string> words;
  int letters = 0;
};

constexpr auto kToyLineFields = [](auto& f, auto& line) { f("letters", line.letters, "in all words"); };
constexpr auto kToyWordFields = [](auto& f, auto& word) { f("word", word, "as it stands there"); };

lab::store::Format<ToyLine> toy_format() {
  return lab::store::format_of<ToyLine>([](auto& t, auto& line) {
    t.row("lines", line, kToyLineFields);
    t.rows("words", line.words, kToyWordFields);
  });
}

struct ToySums {
  std::size_t lines = 0;
  std::size_t words = 0;

  void add(const ToyLine& line) {
    ++lines;
    words += line.words.size();
  }
  std::string text() const { return fmt::format("{} words in {} lines\n", words, lines); }
  std::string json() const { return fmt::format(R"({{"words":{},"lines":{}}})", words, lines); }
};

// Where each line begins: all that is held of the file.
std::vector<std::streamoff> beginnings_of(const std::string& file) {
  std::ifstream in(file);
  std::vector<std::streamoff> out;
  std::streamoff at = 0;
  for (std::string line; std::getline(in, line); at = in.tellg()) out.push_back(at);
  return out;
}

class ToyRun final : public lab::ExperimentOf<ToyLine> {
 public:
  explicit ToyRun(const ToyOptions& options)
      : ExperimentOf(options.run, toy_format()), options_(options), beginnings_(beginnings_of(options.file)) {}

 private:
  lab::ItemNumber items() const override { return static_cast<lab::ItemNumber>(beginnings_.size()); }
  std::vector<std::string> inputs() const override { return {options_.file}; }
  std::optional<Error> prepare(std::size_t workers) override {
    if (beginnings_.empty()) return Error{options_.file + " has no lines"};
    for (std::size_t i = 0; i < workers; ++i) files_.emplace_back(options_.file);
    return std::nullopt;
  }
  lab::store::RunSpec identity() const override {
    lab::store::RunSpec spec;
    spec.kind = kToy;
    spec.identity = {{"input", *lab::store::hash_of_file(options_.file)}};
    return spec;
  }

  lab::Found<ToyLine> find(std::size_t worker, lab::ItemNumber item) override {
    std::ifstream& in = files_[worker];
    in.clear();
    in.seekg(beginnings_[static_cast<std::size_t>(item)]);
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
  void take(lab::ItemNumber, ToyLine line, bool) override { sums_.add(line); }

  std::string text() const override { return sums_.text(); }
  std::string json() const override { return sums_.json(); }

  const ToyOptions& options_;
  const std::vector<std::streamoff> beginnings_;
  std::vector<std::ifstream> files_;  // one for each worker
  ToySums sums_;
};

Result<ToySums> read_toy(const lab::store::StoreView& view) {
  ToySums out;
  const auto add = [&](lab::ItemNumber, const ToyLine& line) { out.add(line); };
  if (const auto error = lab::read_items(view, kToy, toy_format(), add)) return *error;
  return out;
}

}  // namespace

lab::RunKind toy_kind() {
  return {kToy, "words of lines", toy_format().tables,
          [](const lab::store::StoreView& view, const lab::Style&) {
            return lab::shown(read_toy(view), [](const ToySums& sums) { return sums.text(); });
          },
          [](const lab::store::StoreView& view, std::size_t) {
            return lab::shown(read_toy(view), [](const ToySums& sums) { return sums.json(); });
          }};
}

void add_toy(CLI::App& app, int& exit_code, lab::Team* team) {
  const auto options = std::make_shared<ToyOptions>();
  CLI::App* command = app.add_subcommand(kToy, "Count the words of each line");
  command->add_option("file", options->file, "A text")->required();
  lab::add_store_options(*command, options->run, team);
  command->add_flag("--json", options->run.json, "Print one JSON value");
  command->callback([options, &exit_code] { exit_code = ToyRun(*options).run(); });
}

}  // namespace oknos::test
