// `oknos-lab-toy toy FILE`: how many words there are in each line of a text. A stored command that only tests have: it
// shows what a new one needs (docs/stored-commands.md).
#include "toy_experiment/toy.h"

#include <algorithm>
#include <fstream>

#include "engine/base/text.h"
#include "lab/record/stored_command.h"
#include "lab/statistics/proportion.h"

namespace oknos::test {

namespace {

struct Toy {
  static constexpr const char* kName = "toy";
  static constexpr const char* kHelp = "Count the words of each line";
  static constexpr const char* kDescription = "words of lines";
  static constexpr const char* kFooter = "Example:\n  oknos-lab-toy toy poem.txt --out poem.db";
  static constexpr const char* kUnits = "lines";

  // --- The question

  struct Question {
    lab::record::InputFile file;
    std::vector<std::streamoff> beginnings;  // of the lines: all that is held of the file

    lab::WorkUnitNumber units() const { return static_cast<lab::WorkUnitNumber>(beginnings.size()); }
    std::vector<std::string> inputs() const { return {file.path}; }

    std::optional<lab::record::Refusal> check() {
      std::ifstream in(file.path);
      std::streamoff at = 0;
      for (std::string line; std::getline(in, line); at = in.tellg()) beginnings.push_back(at);
      if (beginnings.empty()) return lab::record::Refusal{file.path + " has no lines", lab::kFailure};
      return std::nullopt;
    }
  };
  static constexpr auto kQuestion = [](auto& f, auto& q) { f("file", q.file, "A text"); };

  // --- What is found for a line

  struct Unit {
    std::vector<std::string> words;
    int letters = 0;
  };
  static constexpr auto kLineFields = [](auto& f, auto& unit) { f("letters", unit.letters, "in all words"); };
  static constexpr auto kWordFields = [](auto& f, auto& word) { f("word", word, "as it stands there"); };
  static constexpr auto kLayout = [](auto& t, auto& unit) {
    t.row("lines", unit, kLineFields);
    t.rows("words", unit.words, kWordFields);
  };

  // --- The work

  struct Worker {
    std::ifstream in;

    static Result<std::unique_ptr<Worker>> make(const Question& q) {
      return std::make_unique<Worker>(Worker{std::ifstream(q.file.path)});
    }
  };
  static lab::Outcome<Unit> find(const Question& q, Worker& worker, lab::WorkUnitNumber number) {
    worker.in.clear();
    worker.in.seekg(q.beginnings[static_cast<std::size_t>(number)]);
    std::string line;
    std::getline(worker.in, line);
    if (line == "stop") return Error{"a line says stop"};
    Unit out;
    for (const std::string_view word : text::words(line)) {
      out.words.emplace_back(word);
      out.letters += static_cast<int>(word.size());
    }
    return out;
  }

  // --- The summary

  struct Line {
    int line = 0;
    std::size_t words = 0;
    int letters = 0;
    lab::Proportion capitals;
  };
  static constexpr auto kLine = [](auto& f, auto& l) {
    f("line", l.line, "");
    f("words", l.words, "");
    f("letters", l.letters, "");
    f("capitals", l.capitals, "how many of the words begin with a capital");
  };

  class Summary {
   public:
    explicit Summary(const lab::RunHeader&) {}

    std::optional<Error> add(const Unit& unit) {
      const auto is_capital = [](const std::string& word) { return word.front() >= 'A' && word.front() <= 'Z'; };
      const auto capitals = std::count_if(unit.words.begin(), unit.words.end(), is_capital);
      words_ += unit.words.size();
      lines_.push_back({static_cast<int>(lines_.size()) + 1, unit.words.size(), unit.letters,
                        lab::proportion(static_cast<std::uint64_t>(capitals), unit.words.size())});
      return std::nullopt;
    }
    template <class Report>
    void report(Report& out) const {
      out.title(fmt::format("{} words in {} lines", words_, lines_.size()));
      out.value("words", words_);
      out.value("lines", lines_.size());
      out.table("by_line", lines_, kLine);
    }

   private:
    std::size_t words_ = 0;
    std::vector<Line> lines_;
  };
};

}  // namespace

lab::StoredCommand toy_command() {
  return lab::record::stored_command<Toy>();
}

}  // namespace oknos::test
