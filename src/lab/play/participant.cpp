#include "lab/play/participant.h"

#include <filesystem>
#include <fmt/format.h>
#include <system_error>

#include "engine/base/text.h"
#include "engine/platform/memory.h"
#include "engine/search/engine.h"
#include "lab/play/engine_build.h"
#include "lab/play/uci_player.h"
#include "lab/store/run_store.h"
#include "lab/terminal/count.h"

namespace oknos::lab {

namespace {

// The words between commas; "\," is a comma within a word.
std::vector<std::string> split_at_commas(const std::string& text) {
  std::vector<std::string> words(1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == ',') {
      words.back() += text[++i];
    } else if (text[i] == ',') {
      words.emplace_back();
    } else {
      words.back() += text[i];
    }
  }
  for (std::string& word : words) word = text::trim(word);
  return words;
}

// Words between blanks; quotes of either kind keep blanks.
Result<std::vector<std::string>> split_arguments(const std::string& text) {
  std::vector<std::string> words;
  bool within = false;  // a word
  char quote = 0;
  for (const char c : text) {
    if (quote != 0 ? c == quote : c == '"' || c == '\'') {
      quote = quote != 0 ? 0 : c;
      if (!within) words.emplace_back();
      within = true;
    } else if (quote == 0 && text::is_space(c)) {
      within = false;
    } else {
      if (!within) words.emplace_back();
      within = true;
      words.back() += c;
    }
  }
  if (quote != 0) return Error{fmt::format("args={}: the quote {} is not closed", text::quoted(text), quote)};
  return words;
}

template <class T>
std::optional<Error> read_number(std::optional<T>& to, const std::string& key, const std::string& value, T min, T max,
                                 std::string_view unit) {
  const auto number = parse_count<T>(value);
  if (!number || *number < min || *number > max)
    return Error{fmt::format("{}={}: allowed {}..{} {}", key, text::quoted(value), min, max, unit)};
  to = number;
  return std::nullopt;
}

bool is_program(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code none;
  const fs::file_status status = fs::status(path, none);
  return fs::is_regular_file(status) && (status.permissions() & fs::perms::owner_exec) != fs::perms::none;
}

std::string cmd_is_missing(const std::string& program) {
  const char* const here = program.find('/') == std::string::npos ? "./" : "";
  return fmt::format("{} is a program; a UCI engine is written cmd={}{}", text::quoted(program), here, program);
}

// Reads the words one after the other.
class ParticipantReader {
 public:
  Result<Participant> read(const std::string& text) {
    const std::vector<std::string> words = split_at_commas(text);
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::size_t equals = words[i].find('=');
      if (i == 0 && equals == std::string::npos) {
        search_.preset = words[i];
        preset_given_ = true;
        continue;
      }
      if (equals == std::string::npos || equals == 0)
        return Error{fmt::format("{} in {}: KEY=VALUE is expected, for example nodes=2000 or name=A",
                                 text::quoted(words[i]), text::quoted(text))};
      const std::string key(text::trim(words[i].substr(0, equals)));
      const std::string value(text::trim(words[i].substr(equals + 1)));
      if (auto error = take(key, value)) return Error{fmt::format("{} (in {})", error->message, text::quoted(text))};
    }
    if (auto error = complete()) {
      const bool alone = words.size() == 1 && preset_given_;
      return Error{fmt::format("{} (in {}{})", error->message, text::quoted(text),
                               alone ? "; a UCI engine is cmd=" + search_.preset : "")};
    }
    return std::move(out_);
  }

 private:
  std::optional<Error> take(const std::string& key, const std::string& value) {
    if (key == "name") return take_text(out_.name, key, value);
    if (key == "cmd") return take_text(out_.command, key, value);
    if (key == "dir") return take_text(out_.folder, key, value);
    if (key == "evalfile") return take_text(search_.evalfile, key, value);
    if (key == "args") return take_arguments(value);
    if (key == "preset") return preset_given_ = true, take_text(search_.preset, key, value);
    if (key.starts_with(kOptionPrefix)) {
      out_.uci_options.emplace_back(key.substr(kOptionPrefix.size()), value);
      return std::nullopt;
    }
    return is_number(key) ? take_number(key, value) : take_setting(key, value);
  }

  static bool is_number(const std::string& key) {
    for (const std::string_view k : {"hash", "threads", "tc", "nodes", "depth", "movetime", "time_margin"})
      if (key == k) return true;
    return false;
  }

  std::optional<Error> take_number(const std::string& key, const std::string& value) {
    constexpr std::uint64_t kMaxNodes = std::uint64_t{1} << 62;
    constexpr std::int64_t kMaxTimeMargin = 60000;  // milliseconds
    if (key == "hash") return read_number(out_.hash, key, value, Engine::kMinHash, Engine::kMaxHash, "MiB");
    if (key == "threads") return read_number(out_.threads, key, value, 1, Engine::kMaxThreads, "threads");
    if (key == "nodes") return read_number(out_.control.nodes, key, value, std::uint64_t{1}, kMaxNodes, "nodes a move");
    if (key == "depth") return read_number(out_.control.depth, key, value, 1, kMaxDepth.plies(), "plies");
    if (key == "time_margin") return read_number(out_.time_margin, key, value, std::int64_t{0}, kMaxTimeMargin, "ms");
    if (key == "tc") {
      const auto clock = parse_clock(value);
      if (!clock) return Error{"tc=" + clock.error()};
      out_.control.clock = *clock;
      return std::nullopt;
    }
    const auto time = parse_duration(value);
    if (!time) return Error{"movetime=" + time.error()};
    out_.control.move_time = *time;
    return std::nullopt;
  }

  std::optional<Error> take_text(std::string& to, const std::string& key, const std::string& value) {
    if (value.empty()) return Error{key + "=: a value is expected"};
    to = value;
    return std::nullopt;
  }
  std::optional<Error> take_arguments(const std::string& value) {
    auto arguments = split_arguments(value);
    if (!arguments) return Error{arguments.error()};
    out_.arguments = std::move(*arguments);
    return std::nullopt;
  }
  // A rule's switch or parameter; what it is called is checked by make_plan().
  std::optional<Error> take_setting(const std::string& key, const std::string& value) {
    search_.set.push_back(key + "=" + value);
    return std::nullopt;
  }

  std::optional<Error> complete() {
    if (out_.control.clock && (out_.control.nodes || out_.control.depth || out_.control.move_time))
      return Error{"tc= does not go together with nodes=, depth= or movetime="};
    if (out_.foreign()) {
      if (preset_given_) return Error{"cmd= is for a UCI engine, a preset for our own search: one of the two"};
      if (!search_.evalfile.empty())
        return Error{"evalfile= is for our own search; a UCI engine has option.EvalFile=, if it has one"};
      if (!search_.set.empty())
        return Error{fmt::format("{}: no key of a UCI engine; its own options are written option.NAME=VALUE",
                                 text::quoted(search_.set.front()))};
      return std::nullopt;
    }
    if (!out_.uci_options.empty() || !out_.arguments.empty() || !out_.folder.empty())
      return Error{"option.NAME=, args= and dir= are for UCI engines, which begin with cmd=PROGRAM"};
    const auto plan = make_plan(search_, Limits{});
    if (!plan) {
      if (is_program(search_.preset)) return Error{cmd_is_missing(search_.preset)};
      std::string message = plan.error();  // it speaks of the command's arguments
      for (const std::string_view word : {"--set ", "--preset ", "--"})
        if (message.starts_with(word)) message.erase(0, word.size());
      return Error{message};
    }
    static_cast<RulesAndNetwork&>(out_) = *plan;
    if (out_.name.empty()) out_.name = out_.preset_and_changes();
    return std::nullopt;
  }

  Participant out_;
  SearchOptions search_;
  bool preset_given_ = false;
};

// A word of parse_participant().
std::string escaped(const std::string& word) {
  std::string out;
  for (const char c : word) out += c == ',' ? std::string("\\,") : std::string(1, c);
  return out;
}

}  // namespace

std::string Participant::preset_and_changes() const {
  std::string out = preset.name;
  for (const Change& c : changes) out += " " + c.name + "=" + c.to;
  return out;
}

Result<Participant> parse_participant(const std::string& text) {
  if (text::trim(text).empty()) return Error{"a player is expected: a preset, or cmd=PROGRAM for a UCI engine"};
  return ParticipantReader().read(text);
}

Participant participant_of(const RulesAndNetwork& own, std::string name) {
  Participant out;
  static_cast<RulesAndNetwork&>(out) = own;
  out.name = name.empty() ? out.preset_and_changes() : std::move(name);
  return out;
}

std::string player_text(const SearchOptions& search) {
  std::string out = "preset=" + escaped(search.preset);
  for (const std::string& assignment : search.set) out += "," + escaped(assignment);
  if (!search.evalfile.empty()) out += ",evalfile=" + escaped(search.evalfile);
  return out;
}

std::string identity_of(const Participant& p) {
  std::string out;
  if (p.foreign()) {
    out = p.build.empty() ? "cmd=" + p.command : p.build;
    for (const std::string& a : p.arguments) out += " '" + argument_content(a, p.folder) + "'";
    for (const auto& [name, value] : p.uci_options)
      out += fmt::format(", option.{}={}", name, option_content(name, value, p.folder));
  } else {
    out = identity_of(p.preset, p.settings, p.changes);
  }
  if (p.hash) out += fmt::format(", hash={}", *p.hash);
  if (p.threads) out += fmt::format(", threads={}", *p.threads);
  if (p.control.given()) out += ", " + in_words(p.control);
  if (p.time_margin) out += fmt::format(", time_margin={}", *p.time_margin);
  return out;
}

std::string identity_of(Participant participant, const Player& running) {
  participant.build = running.build();
  return identity_of(participant);
}

Result<std::unique_ptr<UciPlayer>> make_uci_player(const Participant& p, bool all_options) {
  UciCommand command{p.name, p.command, p.arguments, p.folder, {}};
  if (p.threads) command.options.emplace_back("Threads", std::to_string(*p.threads));
  if (p.hash) command.options.emplace_back("Hash", std::to_string(*p.hash));
  command.hidden_variables = p.hidden_variables;
  command.variables = p.variables;
  command.options.insert(command.options.end(), p.uci_options.begin(), p.uci_options.end());
  command.all_options = all_options;
  return UciPlayer::start(command);
}

Result<std::unique_ptr<Player>> make_player(const Participant& p) {
  if (p.foreign()) {
    auto player = make_uci_player(p);
    if (!player) return Error{player.error()};
    return std::unique_ptr<Player>(std::move(*player));
  }
  auto player = make_engine_player(p);
  if (!player) return Error{player.error()};
  return std::unique_ptr<Player>(std::move(*player));
}

Result<std::unique_ptr<EnginePlayer>> make_engine_player(const Participant& p) {
  constexpr std::size_t kMebibyte = std::size_t{1} << 20;
  const std::size_t hash = p.hash.value_or(Participant::kDefaultHash);
  const std::size_t there = platform::physical_memory() / kMebibyte;
  if (there > 0 && hash > there)
    return Error{fmt::format("{}: hash={}: this machine has {} MiB of memory", p.name, hash, there)};
  auto player = std::make_unique<EnginePlayer>(p.name, p.settings, hash, p.threads.value_or(1), p.network);
  if (player->hash() != hash)
    return Error{fmt::format("{}: hash={}: the system does not give so much memory (in MiB)", p.name, hash)};
  return player;
}

}  // namespace oknos::lab
