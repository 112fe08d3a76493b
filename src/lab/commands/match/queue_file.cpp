#include "lab/commands/match/queue_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

#include "engine/base/text.h"
#include "engine/pruning/presets/toml.h"
#include "lab/commands/match/match_arguments.h"
#include "lab/commands/match/match_plan.h"
#include "lab/play/participant.h"
#include "lab/terminal/suggestion.h"
#include "lab/terminal/text_file.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

// As on the command line: true, 50, and a text without its quotes.
std::string argument(const toml::Value& value) {
  if (const int* number = std::get_if<int>(&value)) return std::to_string(*number);
  if (const bool* on = std::get_if<bool>(&value)) return *on ? "true" : "false";
  return std::get<std::string>(value);
}

std::string option_of(std::string key) {
  std::replace(key.begin(), key.end(), '_', '-');
  return "--" + key;
}
std::string key_of(std::string option) {
  std::replace(option.begin(), option.end(), '-', '_');
  return option;
}

// Reads a key of the file by the options of the command. The players, positional there, are options here.
class KeyReader {
 public:
  explicit KeyReader(MatchOptions& to) {
    app_.set_help_flag();
    add_read(app_, "--first", to.players[0], parse_participant, "PLAYER", "");
    add_read(app_, "--second", to.players[1], parse_participant, "PLAYER", "");
    add_games(app_, to);
    add_thinking(app_, to);
  }

  // What is wrong with the entry, if anything.
  std::optional<std::string> take(const toml::Entry& entry) {
    const std::string option = option_of(entry.key);
    if (entry.key.find('-') != std::string::npos || !app_.get_option_no_throw(option))
      return "there is no such key" + meant(entry.key);
    const std::string value = argument(entry.value);
    if (value.empty()) return "an empty text is not allowed";
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
    for (const CLI::Option* option : app_.get_options()) known.push_back(key_of(option->get_single_name()));
    const std::string out = did_you_mean(word, known);
    return out.empty() ? "; there are " + listed(known) : out;
  }

  CLI::App app_;
};

bool is_limit(std::string_view key) {
  return key == "nodes" || key == "depth" || key == "movetime" || key == "tc";
}

class QueueReader {
 public:
  QueueReader(const toml::Document& document, std::string file_name)
      : document_(document), file_name_(std::move(file_name)) {}

  Result<std::vector<QueuedTest>> read() const {
    MatchOptions common;
    const toml::Table& top = document_.tables.front();
    if (const auto error = take(common, top)) return *error;
    std::vector<QueuedTest> out;
    for (const toml::Table& table : document_.tables) {
      if (table.name.empty()) continue;
      QueuedTest test{table.name, table.line, common};
      for (const toml::Entry& entry : table.entries)
        if (is_limit(entry.key)) test.options.control = {};  // its own in place of the common ones
      if (const auto error = take(test.options, table)) return *error;
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

  std::optional<Error> take(MatchOptions& to, const toml::Table& table) const {
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
    if (test.options.players[0].empty()) return wrong("the key 'first' is missing");
    if (test.options.players[1].empty()) return wrong("the key 'second' is missing");
    if (!test.options.sprt && !test.options.games) return wrong("it has neither 'sprt' nor 'games' and would not end");
    MatchOptions short_one = test.options;  // the openings of all games need not be there yet
    if (!short_one.games || *short_one.games % 2 == 0) short_one.games = 2;
    const PlanOutcome plan = make_match_plan(short_one);
    if (const auto* error = std::get_if<PlanError>(&plan)) return wrong(error->message);
    return std::nullopt;
  }

  const toml::Document& document_;
  std::string file_name_;
};

}  // namespace

Result<std::vector<QueuedTest>> parse_queue(const std::string& text, const std::string& file_name) {
  const auto document = toml::parse(text, file_name);
  if (!document) return Error{document.error()};
  return QueueReader(*document, file_name).read();
}

Result<std::vector<QueuedTest>> read_queue(const std::string& path) {
  const auto text = read_text_file(path);
  if (!text) return Error{text.error()};
  return parse_queue(*text, path);
}

}  // namespace oknos::lab
