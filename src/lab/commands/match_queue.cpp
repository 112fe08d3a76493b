#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

#include "engine/pruning/presets/toml.h"
#include "lab/arguments/arguments.h"
#include "lab/commands/match.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/suggestion.h"
#include "lab/terminal/text_table.h"

// `oknos-lab match --queue FILE`: matches that are played one after the other, in the TOML of presets.
//
//   nodes = 2000                              # before the first table: for every test that says nothing else
//   sprt = "0,5"
//   games = 20000                             # at most
//
//   [narrow-margin]                           # a test; its name is that of its run store
//   first = "modern,reverse_futility.margin=60"
//   second = "modern"
//
// The keys are the players (`first`, `second`) and the options about thinking, games and openings, with '_' for '-';
// values are written as there.
//
// Each test has a run store beside the file, FILE.NAME.db, and goes on where it was interrupted. What a test came to is
// appended to FILE.results.tsv once, and at the end there is a table of all.
namespace oknos::lab {

namespace {

struct QueuedTest {
  std::string name;
  int line = 0;  // of its header in the file
  Match::Question question;
};

// --- The file -------------------------------------------------------------------------------------------------------

// As on the command line: true, 50, and a text without its quotes.
std::string argument(const toml::Value& value) {
  if (const int* number = std::get_if<int>(&value)) return std::to_string(*number);
  if (const bool* on = std::get_if<bool>(&value)) return *on ? "true" : "false";
  return std::get<std::string>(value);
}

std::string with_replaced(std::string word, char from, char to) {
  std::replace(word.begin(), word.end(), from, to);
  return word;
}

// Reads a key of the file by the options of the command. The players are positional there.
class KeyReader {
 public:
  explicit KeyReader(Match::Question& to) : to_(to) {
    app_.set_help_flag();
    record::AddOptions f{app_};
    Match::kQuestion(f, to);
    for (const char* name : {"--queue", "--pgn"}) app_.remove_option(app_.get_option(name));
  }

  // What is wrong with the entry, if anything.
  std::optional<std::string> take(const toml::Entry& entry) {
    const std::string value = argument(entry.value), option = "--" + with_replaced(entry.key, '_', '-');
    const bool first = entry.key == "first", is_player = first || entry.key == "second";
    if (!is_player && (entry.key.find('-') != std::string::npos || !app_.get_option_no_throw(option)))
      return "there is no such key" + meant(entry.key);
    if (value.empty()) return "an empty text is not allowed";
    if (is_player) {
      to_.players[first ? 0 : 1].text = value;
      const auto player = parse_participant(value);
      return player ? std::nullopt : std::optional(player.error());
    }
    try {
      app_.parse(std::vector<std::string>{option + "=" + value});
      return std::nullopt;
    } catch (const CLI::ParseError& e) {
      const std::string message = e.what(), prefix = option + ": ";
      return message.starts_with(prefix) ? message.substr(prefix.size()) : message;
    }
  }

 private:
  std::string meant(const std::string& word) const {
    std::vector<std::string> known;
    for (const CLI::Option* option : app_.get_options())
      known.push_back(with_replaced(option->get_single_name(), '-', '_'));
    const std::string out = did_you_mean(word, known);
    return out.empty() ? "; there are " + listed(known) : out;
  }

  Match::Question& to_;
  CLI::App app_;
};

// The errors are "FILE:LINE: key 'tc' in [narrow-margin]: what is wrong".
class QueueReader {
 public:
  QueueReader(const toml::Document& document, std::string file_name)
      : document_(document), file_name_(std::move(file_name)) {}

  // Every test would begin: players, book and all the rest have been looked at.
  Result<std::vector<QueuedTest>> read() const {
    Match::Question common;
    if (const auto error = take(common, document_.tables.front())) return *error;
    std::vector<QueuedTest> out;
    for (const toml::Table& table : document_.tables) {
      if (table.name.empty()) continue;
      QueuedTest test{table.name, table.line, common};
      const auto is_limit = [](const toml::Entry& e) {
        return e.key == "nodes" || e.key == "depth" || e.key == "movetime" || e.key == "tc";
      };
      // Limits of its own replace the common ones.
      if (std::any_of(table.entries.begin(), table.entries.end(), is_limit)) test.question.how.control = {};
      if (const auto error = take(test.question, table)) return *error;
      if (const auto error = check(test)) return *error;
      out.push_back(std::move(test));
    }
    if (out.empty())
      return fail(0, "there is no test; a test is a table [NAME] with first = \"PLAYER\" and second = \"PLAYER\"");
    return out;
  }

 private:
  Error fail(int line, const std::string& what) const {
    return {file_name_ + (line > 0 ? ":" + std::to_string(line) : "") + ": " + what};
  }

  std::optional<Error> take(Match::Question& to, const toml::Table& table) const {
    KeyReader reader(to);
    for (const toml::Entry& entry : table.entries) {
      if (const auto problem = reader.take(entry))
        return fail(entry.line,
                    fmt::format("key '{}' {}: {}", entry.key,
                                table.name.empty() ? "before the first table" : "in [" + table.name + "]", *problem));
    }
    return std::nullopt;
  }

  std::optional<Error> check(const QueuedTest& test) const {
    const auto wrong = [&](const std::string& what) { return fail(test.line, "[" + test.name + "]: " + what); };
    if (test.question.players[0].text.empty()) return wrong("the key 'first' is missing");
    if (test.question.players[1].text.empty()) return wrong("the key 'second' is missing");
    if (!test.question.sprt.settings && !test.question.games.given)
      return wrong("it has neither 'sprt' nor 'games' and would not end");
    Match::Question short_one = test.question;  // the openings of all games need not be there yet
    if (short_one.games.games % 2 == 0) short_one.games = {2, true};
    if (const auto refusal = record::check_question<Match>(short_one)) return wrong(refusal->message);
    return std::nullopt;
  }

  const toml::Document& document_;
  std::string file_name_;
};

Result<std::vector<QueuedTest>> read_queue(const std::string& path) {
  const auto text = read_text_file(path);
  if (!text) return Error{text.error()};
  const auto document = toml::parse(*text, path);
  if (!document) return Error{document.error()};
  return QueueReader(*document, path).read();
}

// --- The matches ----------------------------------------------------------------------------------------------------

// "tests.toml" -> "tests"
std::string stem_of_queue(const std::string& path) {
  const std::filesystem::path file(path);
  return (file.parent_path() / file.stem()).string();
}

class QueueRun {
 public:
  QueueRun(const std::string& file, const RunArguments& run, std::vector<QueuedTest> tests)
      : stem_(stem_of_queue(file)), run_(run), tests_(std::move(tests)) {}

  int run() {
    for (std::size_t i = 0; i < tests_.size() && !interrupted(); ++i) play(i);
    std::printf("%s", table_.to_text(style_of(stdout, run_.color)).c_str());
    if (interrupted()) {
      complain(0, "interrupted; the same command continues");
      return kInterruptedExit;
    }
    return failed_ ? kFailure : 0;
  }

 private:
  std::string store_of(const QueuedTest& test) const { return stem_ + "." + test.name + ".db"; }

  void play(std::size_t number) {
    QueuedTest& test = tests_[number];
    test.question.heading = fmt::format("test {} of {}, {}: ", number + 1, tests_.size(), test.name);
    if (const auto refusal = record::check_question<Match>(test.question)) return give_up(test, refusal->message);
    RunArguments arguments = run_;
    arguments.out = store_of(test);
    arguments.resume = true;  // begins where there is nothing to go on with
    MatchRun run(test.question, arguments);
    if (const auto error = run.execute()) give_up(test, error->message);
    if (!run.started()) return;
    const MatchSummary& s = run.summary();
    add_row(test, s, run.complete());
    if (!run.complete()) return;
    if (s.played_now > 0) std::fprintf(stderr, "%s%s\n", test.question.heading.c_str(), s.progress().c_str());
    record(test, s);
  }

  void give_up(const QueuedTest& test, const std::string& message) {
    failed_ = true;
    complain(0, fmt::format("[{}]: {}", test.name, message));
  }

  static std::string llr_of(const MatchSummary& s) { return s.sprt ? fmt::format("{:.2f}", s.test.llr) : "-"; }

  void add_row(const QueuedTest& test, const MatchSummary& s, bool complete) {
    const Figures f = figures(s.board.pairs);
    const Tone tone = f.elo.low > 0 ? Tone::Good : f.elo.high < 0 ? Tone::Bad : Tone::Plain;
    table_.add_row({{test.name, Tone::Strong},
                    {grouped(s.board.all.games())},
                    {s.tally()},
                    {to_text(f.elo), tone},
                    {llr_of(s)},
                    {!complete ? "not finished"
                     : s.sprt  ? s.verdict()
                               : "all games"}});
  }

  // One line for each test that is over, and no second one when the queue is gone through again.
  void record(const QueuedTest& test, const MatchSummary& s) {
    const auto view = store::StoreView::open(store_of(test));
    if (!view) return give_up(test, view.error());
    const std::string results = stem_ + ".results.tsv";
    const std::string key = test.name + "\t" + (*view)->entry("started") + "\t";
    bool empty = true;
    std::ifstream in(results);
    for (std::string line; std::getline(in, line); empty = false)
      if (line.starts_with(key)) return;
    const Figures f = figures(s.board.pairs);
    const auto& [first, second] = test.question.players;
    std::ofstream out(results, std::ios::app);
    if (empty)
      out << "test\tstarted\tfirst\tsecond\tcontrol\tgames\twins\tdraws\tlosses\telo\telo_low\telo_high\tsprt\tllr\t"
             "verdict\n";
    out << key
        << fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{:.2f}\t{:.2f}\t{:.2f}\t{}\t{}\t{}\n", first.text, second.text,
                       s.control, s.board.all.games(), s.board.all.wins, s.board.all.draws, s.board.all.losses,
                       f.elo.value, f.elo.low, f.elo.high, s.sprt ? test.question.sprt.text : "-", llr_of(s),
                       s.sprt ? s.verdict() : "all games");
    out.flush();
    if (!out) give_up(test, results + " cannot be written");
  }

  const std::string stem_;
  const RunArguments& run_;
  std::vector<QueuedTest> tests_;
  TextTable table_{{{"test", Align::Left, 9},
                    {"games", Align::Right, 6},
                    {"result", Align::Left, 5},
                    {"Elo (95 %)", Align::Left, 8},
                    {"LLR", Align::Right, 4},
                    {"verdict", Align::Left, 7}}};
  bool failed_ = false;
};

}  // namespace

int play_queue(const std::string& file, const RunArguments& run) {
  auto tests = read_queue(file);
  if (!tests) return complain(kUsage, tests.error());
  return QueueRun(file, run, std::move(*tests)).run();
}

}  // namespace oknos::lab
