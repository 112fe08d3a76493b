#include "lab/arguments/older_options.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace oknos::lab {

namespace {

// What an option was called in a command and all of its subcommands.
struct OlderOption {
  std::string_view command;
  std::string_view older;
  std::string_view option;
};
constexpr std::array<OlderOption, 17> kOlderOptions = {{
    // --threads are those of one search, --workers those that share the work of a run.
    {"ablate", "--threads", "--workers"},
    {"audit", "--threads", "--workers"},
    {"compare", "--threads", "--workers"},
    {"data", "--threads", "--workers"},
    {"datagen", "--threads", "--workers"},
    {"positions", "--threads", "--workers"},
    {"predict", "--threads", "--workers"},
    {"price audit", "--threads", "--workers"},
    {"prove", "--threads", "--workers"},
    {"suite", "--threads", "--workers"},
    {"train", "--threads", "--workers"},
    // --margins are those of pruning.
    {"match", "--margin", "--time-margin"},
    {"price play", "--margin", "--time-margin"},
    {"tune", "--margin", "--time-margin"},
    // --sample N is one in N.
    {"data", "--sample", "--count"},
    {"audit", "--reach", "--root-impact"},
    {"prove", "--rest", "--positional"},
}};

// What a value of an option was called.
struct OlderValue {
  std::string_view command;
  std::string_view option;
  std::string_view older;
  std::string_view value;
};
constexpr std::array<OlderValue, 1> kOlderValues = {{{"prove", "--search", "twin", "null_move"}}};

// Whether the words, each followed by a blank, begin with this command.
bool is_of(std::string_view words, std::string_view command) {
  return words.starts_with(command) && words.size() > command.size() && words[command.size()] == ' ';
}

// "price play --games 10" -> "price play ".
std::string words_before_options(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) {
    if (word.starts_with('-')) break;
    out += word + ' ';
  }
  return out;
}

std::string_view current_value(std::string_view words, std::string_view option, std::string_view value) {
  for (const OlderValue& o : kOlderValues)
    if (is_of(words, o.command) && o.option == option && o.older == value) return o.value;
  return value;
}

class Renewal {
 public:
  explicit Renewal(const std::vector<std::string>& words) : command_(words_before_options(words)) {}

  // Words come one after the other, for a value may be a word of its own.
  std::string renewed(const std::string& word) {
    if (!word.starts_with("--")) return renewed_value(word);
    const std::size_t equals = std::min(word.find('='), word.size());
    const std::string older = word.substr(0, equals);
    option_ = current_option(command_, older);
    if (option_ != older) add_note(older, option_);
    if (equals == word.size()) return option_;
    std::string out = option_ + '=';
    return out += renewed_value(word.substr(equals + 1));
  }
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  // Of the last option.
  std::string renewed_value(const std::string& value) {
    const std::string now(current_value(command_, option_, value));
    if (now != value) add_note(fmt::format("{} {}", option_, value), fmt::format("{} {}", option_, now));
    option_.clear();
    return now;
  }
  void add_note(const std::string& older, const std::string& name) {
    std::string note = fmt::format("{} is now called {}", older, name);
    if (std::find(notes_.begin(), notes_.end(), note) == notes_.end()) notes_.push_back(std::move(note));
  }

  std::string command_;
  std::string option_;  // the last one
  std::vector<std::string> notes_;
};

}  // namespace

std::string_view current_option(std::string_view command, std::string_view option) {
  const std::string words = std::string(command) + ' ';
  for (const OlderOption& o : kOlderOptions)
    if (is_of(words, o.command) && o.older == option) return o.option;
  return option;
}

std::vector<std::string> with_current_options(std::vector<std::string> words,
                                              const std::function<void(const std::string& note)>& note) {
  Renewal renewal(words);
  for (std::string& word : words) {
    if (word == "--") break;
    word = renewal.renewed(word);
  }
  for (const std::string& text : renewal.notes()) note(text);
  return words;
}

}  // namespace oknos::lab
