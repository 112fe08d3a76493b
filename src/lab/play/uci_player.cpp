#include "lab/play/uci_player.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <set>
#include <system_error>
#include <utility>

#include "engine/base/text.h"
#include "engine/chess/fen.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "engine/platform/child_process.h"
#include "engine/platform/child_start.h"
#include "engine/platform/clock.h"
#include "engine/platform/working_programs.h"
#include "lab/play/uci_messages.h"
#include "lab/store/run_store.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

using namespace std::chrono_literals;
using platform::ChildProcess;
using platform::TimePoint;

constexpr auto kFarewell = 1s;             // from `quit` to the end
constexpr auto kLastWords = 500ms;         // from the end of the output to that of the process
constexpr auto kStopping = 10s;            // from `stop` to the move
constexpr auto kStoppingUnwanted = 2s;     // the same for a move that nobody waits for; the next search may wait for it
constexpr auto kTidying = 10ms;            // for reading what was said after the last move
constexpr std::size_t kMaxOptions = 2000;  // that one engine may declare
constexpr std::string_view kChess960 = "UCI_Chess960";
constexpr std::string_view kExpert = "Expert";

// The program's name without its folder.
std::string short_name(const std::string& program) {
  return program.substr(program.find_last_of('/') + 1);
}

TimePoint from_now(std::int64_t milliseconds) {
  constexpr std::int64_t kLongest = 1'000'000'000'000;  // 31 years: far from overflow
  return platform::now() + std::chrono::milliseconds(std::min(milliseconds, kLongest));
}

using Options = std::vector<std::pair<std::string, std::string>>;

// Collects what is said on the way to a move.
class Report {
 public:
  Report(const Position& position, SearchListener* listener) : position_(position), listener_(listener) {}

  void hear(const std::string& line) {
    InfoLine said = parse_info(line, position_);
    if (said.comment) comment_ = std::move(*said.comment);
    if (said.nodes) nodes_ = std::max(nodes_, *said.nodes);
    if (said.depth) depth_ = *said.depth;
    if (!said.info) return;
    if (listener_) listener_->on_info(*said.info);
    if (last_.take(*said.info)) clipped_ = said.score_clipped;
  }

  // It is past what it was told, by more than what reporting now and then explains.
  bool overran(const Limits& limits) const {
    constexpr std::uint64_t kSlack = 10'000;  // nodes
    return (limits.nodes && nodes_ / 2 > *limits.nodes && nodes_ > kSlack) || (limits.depth && depth_ > *limits.depth);
  }
  PlayedMove played(Move move, std::int64_t time) { return {move, last_.with_nodes(nodes_), time, comment_, clipped_}; }

 private:
  const Position& position_;
  SearchListener* listener_;
  LastLine last_;
  bool clipped_ = false;
  std::uint64_t nodes_ = 0;
  int depth_ = 0;
  std::string comment_;
};

namespace fs = std::filesystem;

// Empty: it cannot be read.
std::string short_hash(const std::string& file) {
  constexpr std::size_t kDigits = 16;
  const auto hash = store::hash_of_file(file);
  return hash ? hash->substr(0, kDigits) : "";
}

// Nothing: there is no such file.
std::optional<fs::path> file_of(const std::string& word, const std::string& folder) {
  std::error_code ignored;
  fs::path path = fs::path(folder) / word;  // an absolute word remains as it is
  if (word.empty() || !fs::is_regular_file(path, ignored)) return std::nullopt;
  return path;
}

bool is_program(const fs::path& file) {
  constexpr std::string_view kScript = "#!";
  std::error_code ignored;
  if ((fs::status(file, ignored).permissions() & fs::perms::owner_exec) != fs::perms::none) return true;
  std::string start(kScript.size(), '\0');
  std::ifstream(file, std::ios::binary).read(start.data(), static_cast<std::streamsize>(start.size()));
  return start == kScript;
}

bool is_log(const std::string& option) {
  return text::to_lower(option).find("log") != std::string::npos;
}

std::string content_of(const fs::path& file, const std::string& otherwise) {
  const std::string hash = short_hash(file.string());
  return hash.empty() ? otherwise : "file of sha256 " + hash;
}

using Flag = std::atomic<bool>;  // as in MoveRequest::unwanted

class UciPlayer : public Player {
 public:
  static Result<std::unique_ptr<Player>> start(const UciCommand& command) {
    auto out = std::make_unique<UciPlayer>(command);
    if (const auto failure = out->launch(nullptr)) return Error{failure->text};
    return std::unique_ptr<Player>(std::move(out));
  }
  explicit UciPlayer(const UciCommand& c)
      : command_(c), start_options_(c.options), name_(c.name.empty() ? short_name(c.program) : c.name) {}
  ~UciPlayer() override { dismiss(); }

  const std::string& name() const override { return name_; }
  const std::vector<uci::Option>& options() const override { return options_; }
  void give_up() override { dismiss(); }

  std::string build() const override {
    constexpr int kNoProcess = -1;
    const auto file = platform::find_program(command_.program);
    const std::string named = file ? short_hash(*file) : "";
    std::set<std::string> behind;
    for (const std::string& running : platform::working_programs(process_ ? process_->id() : kNoProcess))
      behind.insert(short_hash(running));
    behind.erase("");
    behind.erase(named);
    std::string out = id_name_.empty() ? "no name" : id_name_;
    out += ", sha256 " + (named.empty() ? "unknown" : named);
    for (const std::string& hash : behind) out += ", running sha256 " + hash;
    return out;
  }

  std::optional<Error> change(const ValueChanges& changes) override {
    Options changed = start_options_;
    for (const auto& [key, value] : changes) {
      const std::string name = key.starts_with(kOptionPrefix) ? key.substr(kOptionPrefix.size()) : key;
      if (const auto line = set_option_line(options_, name, value); !line) return Error{line.error()};
      changed.emplace_back(name, value);
    }
    command_.options = std::move(changed);
    return std::nullopt;
  }
  std::optional<Failure> new_game(bool chess960, const Flag* unwanted) override {
    if (process_ && process_->end()) process_.reset();
    auto failure = begin_game(chess960, unwanted);
    // What it would still answer would be taken for the answer to a later question.
    if (failure && failure->kind == FailureKind::Interrupted) process_.reset();
    return failure;
  }
  MoveOutcome move(const MoveRequest& request, SearchListener* listener) override {
    if (!process_) return Failure{FailureKind::Crashed, name_ + " is not running"};
    const Position& position = request.line.current;
    if (position.chess960())
      if (auto failure = set_chess960(true)) return *failure;
    tidy();

    // Writing is limited also where thinking is not: who does not read will not think either.
    const TimePoint reading = from_now(request.patience.value_or(command_.ready_patience));
    if (auto failure = say(position_line(request.line, chess960_), reading)) return *failure;
    const TimePoint start = platform::now();
    Report report(position, listener);
    std::string answer;
    if (auto failure = ask(request, report, answer)) return *failure;
    const std::int64_t time = platform::milliseconds_since(start);

    if (is_no_move(answer) && !has_legal_move(position)) return report.played(Move(), time);
    if (const auto move = move_from_text(position, answer)) return report.played(*move, time);
    return Failure{FailureKind::IllegalMove, name_ + " played " + text::quoted(answer) +
                                                 ", which is not a legal move in " + fen::to_text(position)};
  }

 private:
  // --- Each ends the process.

  Failure crashed() {
    process_->wait(platform::now() + kLastWords);
    const auto end = process_->end();
    std::string text = name_ + " " + (end ? in_words(*end) : "closed its output");
    if (const std::string error = process_->last_error_line(); !error.empty())
      text += "; its last error line: " + error;
    process_.reset();
    return {FailureKind::Crashed, text};
  }

  Failure silent(const std::string& question) {
    process_.reset();
    return {FailureKind::Silent, name_ + " did not answer " + text::quoted(question) + " in time"};
  }

  Failure interrupted_now() {
    // A polite engine ends its search and then itself; the destructor need not wait for it again.
    say("stop", platform::now() + kPollInterval);
    dismiss();
    return {FailureKind::Interrupted, name_ + " was interrupted"};
  }

  Failure cannot_start(const std::string& why) {
    dismiss();
    return {FailureKind::CannotStart, name_ + ": " + why};
  }

  void dismiss() {
    if (!process_) return;
    if (process_->write_line("quit", platform::now() + kPollInterval)) process_->wait(platform::now() + kFarewell);
    process_.reset();
  }

  // --- What is said and heard.

  std::optional<Failure> say(const std::string& line, const TimePoint& deadline) {
    if (process_->write_line(line, deadline)) return std::nullopt;
    if (platform::now() < deadline || process_->end()) return crashed();
    return silent(line);
  }

  // Reads lines until `heard` returns true. After the deadline: Silent, without its answer to `question`. When
  // `unwanted`, which may be null, becomes true: Interrupted, and the process goes on.
  using Heard = std::function<bool(const std::string&)>;
  std::optional<Failure> listen(const std::string& question, const TimePoint& deadline, const Heard& heard,
                                const Flag* unwanted = nullptr) {
    std::string line;
    TimePoint next_poll = platform::now();
    for (;;) {
      const auto reading = process_->read_line(line, std::min(deadline, platform::now() + kPollInterval));
      // An answer that comes late is none.
      const TimePoint now = platform::now();
      if (now >= deadline) return silent(question);
      if (reading == ChildProcess::Reading::End) return crashed();
      if (reading == ChildProcess::Reading::Line && heard(line)) return std::nullopt;
      if (now < next_poll) continue;
      if (interrupted()) return interrupted_now();
      if (unwanted && *unwanted) return Failure{FailureKind::Interrupted, name_ + " was stopped"};
      next_poll = now + kPollInterval;
    }
  }

  // `heard`: its move. Interrupted, or why it had to be ended.
  Failure stop_unwanted(const Heard& heard) {
    const TimePoint soon = platform::now() + kStoppingUnwanted;
    std::optional<Failure> failure = say("stop", soon);
    if (!failure) failure = listen("stop", soon, heard);
    return failure.value_or(Failure{FailureKind::Interrupted, name_ + " was stopped"});
  }

  // --- A start, a game, a move.

  std::optional<Failure> launch(const Flag* unwanted) {
    auto started = ChildProcess::start(
        {command_.program, command_.arguments, command_.folder, command_.hidden_variables, command_.variables});
    if (!started) return Failure{FailureKind::CannotStart, started.error()};
    process_ = std::move(*started);
    const auto declared_before = std::exchange(options_, {});
    std::optional<Failure> failure = shake_hands(unwanted);
    if (!failure) failure = set_options();
    if (!failure) failure = get_ready(unwanted);
    if (failure && options_.empty()) options_ = declared_before;  // they can still be asked for at the next start
    if (failure && failure->kind != FailureKind::Interrupted) failure->kind = FailureKind::CannotStart;
    return failure;
  }

  std::optional<Failure> shake_hands(const Flag* unwanted) {
    const TimePoint deadline = from_now(command_.start_patience);
    if (auto failure = say("uci", deadline)) return failure;
    const auto heard = [this](const std::string& line) {
      if (auto id = parse_id_name(line)) {
        if (command_.name.empty()) name_ = *id;
        id_name_ = std::move(*id);
      }
      if (auto option = parse_option(line); option && options_.size() < kMaxOptions)
        options_.push_back(std::move(*option));
      return text::trim(line) == "uciok";
    };
    if (auto failure = listen("uci", deadline, heard, unwanted)) {
      if (failure->kind != FailureKind::Silent) return failure;
      return cannot_start("no `uciok` within " + seconds(command_.start_patience) + ": is it a UCI engine?");
    }
    const uci::Option* option = find_option(options_, kChess960);
    chess960_ = option && option->default_value == "true";
    return std::nullopt;
  }

  // Oknos declares the options of its rules only when it is asked to.
  bool hides_options() const {
    const auto unknown = [this](const auto& wanted) { return find_option(options_, wanted.first) == nullptr; };
    return find_option(options_, kExpert) != nullptr &&
           (command_.all_options || std::any_of(command_.options.begin(), command_.options.end(), unknown));
  }

  std::optional<Failure> set_options() {
    const TimePoint deadline = from_now(command_.ready_patience);
    if (hides_options()) {
      if (auto failure = say("setoption name " + std::string(kExpert) + " value true", deadline)) return failure;
      options_.clear();
      if (auto failure = shake_hands(nullptr)) return failure;
    }
    for (const auto& [option, value] : command_.options) {
      const Result<std::string> line = set_option_line(options_, option, value);
      if (!line) return cannot_start(line.error());
      if (auto failure = say(*line, deadline)) return failure;
      if (text::equal_ignoring_case(option, kChess960)) chess960_ = text::equal_ignoring_case(value, "true");
    }
    told_ = command_.options;
    return std::nullopt;
  }

  // Only what differs: some engines take long for an option (hash, networks), whether it changes anything or not.
  std::optional<Failure> tell_changes() {
    if (told_ == command_.options) return std::nullopt;
    for (const uci::Option& option : options_) {
      const std::string before = value_in(told_, option), now = value_in(command_.options, option);
      if (before == now) continue;
      if (const auto line = set_option_line(options_, option.name, now))
        if (auto failure = say(*line, from_now(command_.ready_patience))) return failure;
    }
    told_ = command_.options;
    return std::nullopt;
  }

  std::optional<Failure> set_chess960(bool on) {
    if (on == chess960_) return std::nullopt;
    const Result<std::string> line = set_option_line(options_, std::string(kChess960), on ? "true" : "false");
    if (!line)  // it goes on: there are other games
      return Failure{FailureKind::CannotStart,
                     name_ + " does not play Chess960: it has no option " + std::string(kChess960)};
    chess960_ = on;
    return say(*line, from_now(command_.ready_patience));
  }

  std::optional<Failure> get_ready(const Flag* unwanted) {
    const TimePoint deadline = from_now(command_.ready_patience);
    if (auto failure = say("isready", deadline)) return failure;
    const auto heard = [](const std::string& line) { return text::trim(line) == "readyok"; };
    return listen("isready", deadline, heard, unwanted);
  }

  std::optional<Failure> begin_game(bool for_chess960, const Flag* unwanted) {
    if (!process_)
      if (auto failure = launch(unwanted)) return failure;
    if (auto failure = tell_changes()) return failure;
    if (auto failure = set_chess960(for_chess960)) return failure;
    if (auto failure = say("ucinewgame", from_now(command_.ready_patience))) return failure;
    return get_ready(unwanted);
  }

  // What is still said of the last move must not be taken for the next one.
  void tidy() const {
    std::string line;
    const TimePoint enough = platform::now() + kTidying;
    while (platform::now() < enough && process_->read_line(line, TimePoint::min()) == ChildProcess::Reading::Line) {
    }
  }

  // `go` and what comes of it: the name of the move.
  std::optional<Failure> ask(const MoveRequest& request, Report& report, std::string& answer) {
    const TimePoint deadline = request.patience ? from_now(*request.patience) : TimePoint::max();
    bool answered = false;
    bool stopped = false;
    const auto heard = [&](const std::string& line) {
      if (auto best = parse_best_move(line)) {
        answer = std::move(*best);
        answered = true;
      } else {
        report.hear(line);
      }
      return answered || (!stopped && report.overran(request.limits));
    };
    const std::string go = go_line(request.limits, chess960_);
    if (auto failure = say(go, std::min(deadline, from_now(command_.ready_patience)))) return failure;
    auto failure = listen(go, deadline, heard, request.unwanted);
    stopped = true;
    if (failure && process_ && request.is_unwanted()) return stop_unwanted(heard);
    if (failure) return failure;
    if (answered) return std::nullopt;
    const TimePoint soon = std::min(deadline, platform::now() + kStopping);
    if (failure = say("stop", soon); failure) return failure;
    return listen("stop", soon, heard);
  }

  UciCommand command_;           // its options are those of the next game
  const Options start_options_;  // before any change
  Options told_;                 // what the running process was told
  std::string name_;
  std::string id_name_;                    // what it calls itself
  std::vector<uci::Option> options_;       // that it declares
  std::unique_ptr<ChildProcess> process_;  // none after a failure
  bool chess960_ = false;                  // what it was told last
};

}  // namespace

Result<std::unique_ptr<Player>> start_uci_player(const UciCommand& command) {
  return UciPlayer::start(command);
}

std::string argument_content(const std::string& word, const std::string& folder) {
  const auto file = file_of(word, folder);
  return file && is_program(*file) ? content_of(*file, word) : word;
}

std::string option_content(const std::string& option, const std::string& value, const std::string& folder) {
  const auto file = file_of(value, folder);
  return file && !is_log(option) ? content_of(*file, value) : value;
}

}  // namespace oknos::lab
