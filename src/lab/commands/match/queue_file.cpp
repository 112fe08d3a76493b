#include "lab/commands/match/queue_file.h"

#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <optional>

#include "engine/base/text.h"
#include "engine/pruning/presets/toml.h"
#include "engine/search/engine.h"
#include "lab/commands/match/match_plan.h"
#include "lab/play/participant.h"
#include "lab/terminal/count.h"
#include "lab/terminal/suggestion.h"

namespace oknos::lab {

namespace {

using Problem = std::optional<std::string>;  // what is wrong with a value

std::string shown(const toml::Value& value) {
  if (const int* number = std::get_if<int>(&value)) return std::to_string(*number);
  if (const bool* on = std::get_if<bool>(&value)) return *on ? "true" : "false";
  return text::quoted(std::get<std::string>(value));
}

// Of a number, or of a word as the command line has it ("50k"). `to` is a number or an optional one.
template <class Number, class To>
Problem take_number(To& to, const toml::Value& value, Number min, Number max) {
  std::optional<Number> number;
  if (const int* plain = std::get_if<int>(&value); plain && *plain >= 0) number = static_cast<Number>(*plain);
  if (const auto* word = std::get_if<std::string>(&value)) number = parse_count<Number>(*word);
  if (!number || *number < min || *number > max)
    return fmt::format("{} is not allowed; allowed {}..{}", shown(value), min, max);
  to = *number;
  return std::nullopt;
}

template <class To>
Problem take_text(To& to, const toml::Value& value) {
  const auto* word = std::get_if<std::string>(&value);
  if (!word || word->empty()) return fmt::format("{} is not allowed; a \"text\" is expected", shown(value));
  to = *word;
  return std::nullopt;
}

// A text that another reader understands.
template <class To, class Reader>
Problem take_read(To& to, const toml::Value& value, Reader read) {
  std::string word;
  if (Problem problem = take_text(word, value)) return problem;
  const auto result = read(word);
  if (!result) return result.error();
  to = *result;
  return std::nullopt;
}

template <class To, class Reader>
Problem take_checked(To& to, const toml::Value& value, Reader read) {
  if (Problem problem = take_text(to, value)) return problem;
  const auto result = read(std::get<std::string>(value));
  return result ? std::nullopt : Problem(result.error());
}

Problem take_switch(bool& to, const toml::Value& value) {
  const bool* on = std::get_if<bool>(&value);
  if (!on) return fmt::format("{} is not allowed; allowed true, false", shown(value));
  to = *on;
  return std::nullopt;
}

// A number of milliseconds, or a time as on the command line.
Problem take_time(std::optional<std::int64_t>& to, const toml::Value& value) {
  return take_read(to, value, parse_duration);
}
Problem take_patience(MatchOptions& o, const toml::Value& value) {
  std::optional<std::int64_t> time;
  Problem problem = take_time(time, value);
  if (time) o.patience = *time;
  return problem;
}

struct Key {
  std::string_view name;
  Problem (*take)(MatchOptions& to, const toml::Value& value);
};

using O = MatchOptions;
using V = toml::Value;
constexpr std::uint64_t kMaxNodesOfMove = std::uint64_t{1} << 62;
constexpr std::int64_t kMaxMilliseconds = 60000;
constexpr int kMaxBookPlies = 400, kMaxMovesLimit = 5000;

constexpr Key kKeys[] = {
    {"first", [](O& o, const V& v) { return take_checked(o.players[0], v, parse_participant); }},
    {"second", [](O& o, const V& v) { return take_checked(o.players[1], v, parse_participant); }},
    {"nodes", [](O& o, const V& v) { return take_number<std::uint64_t>(o.control.nodes, v, 1, kMaxNodesOfMove); }},
    {"depth", [](O& o, const V& v) { return take_number<int>(o.control.depth, v, 1, kMaxDepth.plies()); }},
    {"movetime", [](O& o, const V& v) { return take_time(o.control.move_time, v); }},
    {"tc", [](O& o, const V& v) { return take_read(o.control.clock, v, parse_clock); }},
    {"margin", [](O& o, const V& v) { return take_number<std::int64_t>(o.margin, v, 0, kMaxMilliseconds); }},
    {"forgive_stolen", [](O& o, const V& v) { return take_switch(o.forgive_stolen, v); }},
    {"patience", take_patience},
    {"hash", [](O& o, const V& v) { return take_number<std::size_t>(o.hash, v, Engine::kMinHash, Engine::kMaxHash); }},
    {"threads", [](O& o, const V& v) { return take_number<int>(o.threads, v, 1, Engine::kMaxThreads); }},
    {"games", [](O& o, const V& v) { return take_number<std::int64_t>(o.games, v, 2, O::kMaxGames); }},
    {"sprt", [](O& o, const V& v) { return take_checked(o.sprt, v, parse_sprt); }},
    {"book", [](O& o, const V& v) { return take_text(o.book, v); }},
    {"book_plies", [](O& o, const V& v) { return take_number<int>(o.book_plies, v, 0, kMaxBookPlies); }},
    {"seed", [](O& o, const V& v) { return take_number<std::uint64_t>(o.seed, v, 0, ~std::uint64_t{0}); }},
    {"resign", [](O& o, const V& v) { return take_checked(o.resign, v, parse_resign); }},
    {"draw", [](O& o, const V& v) { return take_checked(o.draw, v, parse_draw); }},
    {"max_moves", [](O& o, const V& v) { return take_number<int>(o.max_moves, v, 1, kMaxMovesLimit); }},
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
    for (const toml::Entry& entry : table.entries) {
      const std::string place = fmt::format("key '{}' {}", entry.key,
                                            table.name.empty() ? "before the first table" : "in [" + table.name + "]");
      const auto key =
          std::find_if(std::begin(kKeys), std::end(kKeys), [&](const Key& k) { return k.name == entry.key; });
      if (key == std::end(kKeys)) return fail(entry.line, place + ": there is no such key" + meant(entry.key));
      if (const Problem problem = key->take(to, entry.value)) return fail(entry.line, place + ": " + *problem);
    }
    return std::nullopt;
  }

  static std::string meant(const std::string& word) {
    std::vector<std::string> known;
    std::string all;
    for (const Key& key : kKeys) {
      known.emplace_back(key.name);
      all += (all.empty() ? "; there are " : ", ") + known.back();
    }
    const std::string out = did_you_mean(word, known);
    return out.empty() ? all : out;
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
  std::ifstream in(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in.is_open() || in.bad()) return Error{text::quoted(path) + " cannot be read"};
  return parse_queue(text, path);
}

}  // namespace oknos::lab
