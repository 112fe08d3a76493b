#include "lab/play/participant.h"

#include <algorithm>
#include <condition_variable>
#include <filesystem>
#include <fmt/format.h>
#include <mutex>
#include <system_error>

#include "engine/base/text.h"
#include "engine/platform/memory.h"
#include "engine/search/engine.h"
#include "lab/play/uci_player.h"
#include "lab/terminal/count.h"
#include "lab/terminal/interrupt.h"

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
std::optional<Error> read_number(std::optional<T>& to, const std::string& value, T min, T max, std::string_view unit) {
  const auto number = parse_count<T>(value);
  if (!number || *number < min || *number > max)
    return Error{fmt::format("{} is not allowed; allowed {}..{} {}", text::quoted(value), min, max, unit)};
  to = number;
  return std::nullopt;
}

// What `parse` makes of it.
template <class T, class Parse>
std::optional<Error> read(std::optional<T>& to, const std::string& value, Parse parse) {
  const auto parsed = parse(value);
  if (!parsed) return Error{parsed.error()};
  to = *parsed;
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
    const std::pair<std::string_view, std::string*> texts[] = {{"name", &out_.name},
                                                               {"cmd", &out_.command},
                                                               {"dir", &out_.folder},
                                                               {"evalfile", &search_.evalfile},
                                                               {"preset", &search_.preset}};
    for (const auto& [known, to] : texts) {
      if (key != known) continue;
      if (value.empty()) return Error{key + "=: a value is expected"};
      *to = value;
      preset_given_ = preset_given_ || to == &search_.preset;
      return std::nullopt;
    }
    std::optional<Error> error;
    if (key == "args") {
      auto arguments = split_arguments(value);
      if (!arguments) return Error{arguments.error()};
      out_.arguments = std::move(*arguments);
    } else if (key.starts_with(kOptionPrefix)) {
      out_.uci_options.emplace_back(key.substr(kOptionPrefix.size()), value);
    } else if (std::find(Conditions::kKeys.begin(), Conditions::kKeys.end(), key) != Conditions::kKeys.end()) {
      error = out_.Conditions::take(key, value);
      if (error) error->message = key + "=" + error->message;
    } else {
      search_.set.push_back(key + "=" + value);  // a rule's switch or parameter, which make_plan() checks
    }
    return error;
  }

  std::optional<Error> complete() {
    if (out_.control.mixed()) return Error{"tc= does not go together with nodes=, depth= or movetime="};
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

std::optional<Error> Conditions::take(std::string_view key, const std::string& value) {
  constexpr std::uint64_t kMaxNodes = std::uint64_t{1} << 62;
  constexpr std::int64_t kMaxTimeMargin = 60'000;  // milliseconds
  if (key == "nodes") return read_number(control.nodes, value, std::uint64_t{1}, kMaxNodes, "nodes");
  if (key == "depth") return read_number(control.depth, value, 1, kMaxDepth.plies(), "plies");
  if (key == "movetime") return read(control.move_time, value, parse_duration);
  if (key == "tc") return read(control.clock, value, parse_clock);
  if (key == "hash") return read_number(hash, value, Engine::kMinHash, Engine::kMaxHash, "MiB");
  if (key == "threads") return read_number(threads, value, 1, Engine::kMaxThreads, "threads");
  return read_number(time_margin, value, std::int64_t{0}, kMaxTimeMargin, "ms");
}

void Conditions::complete(const Conditions& otherwise) {
  if (!control.given()) control = otherwise.control;
  if (!hash) hash = otherwise.hash;
  if (!threads) threads = otherwise.threads;
  if (!time_margin) time_margin = otherwise.time_margin;
}

// --- Our own search as a player --------------------------------------------------------------------------------------

namespace {

constexpr std::int64_t kOverhead = 10;  // milliseconds: between the search's clock and the referee's

// Keeps what the search says at last, and passes all on.
class Keeper : public SearchListener {
 public:
  explicit Keeper(SearchListener* next) : next_(next) {}

  void on_info(const Info& info) override {
    last_.take(info);
    if (next_) next_->on_info(info);
  }
  void on_done(const SearchReport& report) override {
    const std::lock_guard lock(mutex_);
    best_ = report.best;
    nodes_ = report.nodes;
    done_ = true;
    changed_.notify_all();
  }
  // True when the search has ended.
  bool wait() {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, kPollInterval, [this] { return done_; });
  }

  Move best() const { return best_; }
  std::optional<Info> info() const { return last_.with_nodes(nodes_); }

 private:
  SearchListener* next_;
  LastLine last_;
  Move best_;
  std::uint64_t nodes_ = 0;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool done_ = false;
};

// With one thread and a limit of nodes or depth its moves depend on nothing but the game since new_game().
class EnginePlayer : public Player {
 public:
  // An error: the memory is refused.
  static Result<std::unique_ptr<Player>> start(const Participant& p) {
    constexpr std::size_t kMebibyte = std::size_t{1} << 20;
    const std::size_t hash = p.hash.value_or(Participant::kDefaultHash);
    const std::size_t there = platform::physical_memory() / kMebibyte;
    if (there > 0 && hash > there)
      return Error{fmt::format("{}: hash={}: this machine has {} MiB of memory", p.name, hash, there)};
    std::unique_ptr<EnginePlayer> out(new EnginePlayer(p, hash));
    if (out->engine_.hash() != hash)
      return Error{fmt::format("{}: hash={}: the system does not give so much memory (in MiB)", p.name, hash)};
    return std::unique_ptr<Player>(std::move(out));
  }

  const std::string& name() const override { return name_; }
  std::optional<Error> change(const ValueChanges& changes) override {
    auto changed = with_changes(base_, changes);
    if (!changed) return Error{changed.error()};
    settings_ = std::move(*changed);
    return std::nullopt;
  }
  std::optional<Failure> new_game(bool, const std::atomic<bool>*) override {
    engine_.clear();
    return std::nullopt;
  }
  MoveOutcome move(const MoveRequest& request, SearchListener* listener) override {
    const platform::TimePoint start = platform::now();
    SearchRequest search;
    search.limits = request.limits;
    search.settings = settings_;
    search.overhead = kOverhead;
    Keeper keeper(listener);
    engine_.set_position(request.line.current);
    engine_.start(search, keeper);
    while (!keeper.wait())
      if (interrupted() || request.is_unwanted()) engine_.stop();
    engine_.wait();
    if (interrupted()) return Failure{FailureKind::Interrupted, name_ + " was interrupted"};
    if (request.is_unwanted()) return Failure{FailureKind::Interrupted, name_ + " was stopped"};
    return PlayedMove{keeper.best(), keeper.info(), platform::milliseconds_since(start), ""};
  }

 private:
  EnginePlayer(const Participant& p, std::size_t hash)
      : name_(p.name), base_(p.settings), settings_(p.settings), engine_(hash, p.threads.value_or(1)) {
    engine_.set_network(p.network);
  }

  const std::string name_;
  const pruning::Settings base_;
  pruning::Settings settings_;
  Engine engine_;
};

}  // namespace

Result<std::unique_ptr<Player>> make_player(const Participant& p, bool all_options) {
  if (!p.foreign()) return EnginePlayer::start(p);
  UciCommand command{p.name, p.command, p.arguments, p.folder, {}};
  if (p.threads) command.options.emplace_back("Threads", std::to_string(*p.threads));
  if (p.hash) command.options.emplace_back("Hash", std::to_string(*p.hash));
  command.options.insert(command.options.end(), p.uci_options.begin(), p.uci_options.end());
  command.hidden_variables = p.hidden_variables;
  command.variables = p.variables;
  command.all_options = all_options;
  return start_uci_player(command);
}

}  // namespace oknos::lab
