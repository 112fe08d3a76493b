#include "lab/play/uci_player.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <utility>

#include "engine/base/text.h"
#include "engine/chess/fen.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "engine/platform/child_process.h"
#include "engine/platform/clock.h"
#include "lab/play/engine_build.h"
#include "lab/play/uci_messages.h"
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
    if (said.info->multi_pv != 1) return;
    if (said.info->bound == Bound::Exact) {
      exact_ = said.info;
      exact_clipped_ = said.score_clipped;
    }
    last_ = std::move(said.info);
    last_clipped_ = said.score_clipped;
  }

  // It is past what it was told, by more than what reporting now and then explains.
  bool overran(const Limits& limits) const {
    constexpr std::uint64_t kSlack = 10'000;  // nodes
    return (limits.nodes && nodes_ / 2 > *limits.nodes && nodes_ > kSlack) || (limits.depth && depth_ > *limits.depth);
  }
  PlayedMove played(Move move, std::int64_t time) {
    const bool clipped = exact_ ? exact_clipped_ : last_clipped_;
    PlayedMove out{move, exact_ ? std::move(exact_) : std::move(last_), time, std::move(comment_), clipped};
    if (out.info) out.info->nodes = std::max(out.info->nodes, nodes_);  // also those after the line was reported
    return out;
  }

 private:
  const Position& position_;
  SearchListener* listener_;
  std::optional<Info> exact_;
  std::optional<Info> last_;
  bool exact_clipped_ = false;
  bool last_clipped_ = false;
  std::uint64_t nodes_ = 0;
  int depth_ = 0;
  std::string comment_;
};

}  // namespace

struct UciPlayer::State {
  explicit State(const UciCommand& c)
      : command(c), start_options(c.options), name(c.name.empty() ? short_name(c.program) : c.name) {}

  UciCommand command;           // its options are those of the next game
  const Options start_options;  // before any change
  Options told;                 // what the running process was told
  std::string name;
  std::string id_name;                    // what it calls itself
  std::vector<uci::Option> options;       // that it declares
  std::unique_ptr<ChildProcess> process;  // none after a failure
  bool chess960 = false;                  // what it was told last

  using Flag = std::atomic<bool>;  // as in MoveRequest::unwanted
  std::optional<Failure> tell_changes();
  std::optional<Failure> launch(const Flag* unwanted);
  std::optional<Failure> shake_hands(const Flag* unwanted);
  bool hides_options() const;
  std::optional<Failure> set_options();
  std::optional<Failure> set_chess960(bool on);
  std::optional<Failure> get_ready(const Flag* unwanted);
  std::optional<Failure> begin_game(bool for_chess960, const Flag* unwanted);
  std::optional<Failure> ask(const MoveRequest& request, Report& report, std::string& answer);
  void tidy() const;
  void dismiss();

  // Reads lines until `heard` returns true. After the deadline: Silent, without its answer to `question`. When
  // `unwanted`, which may be null, becomes true: Interrupted, and the process goes on.
  using Heard = std::function<bool(const std::string&)>;
  std::optional<Failure> listen(const std::string& question, const TimePoint& deadline, const Heard& heard,
                                const Flag* unwanted = nullptr);
  std::optional<Failure> say(const std::string& line, const TimePoint& deadline);
  // `heard`: its move. Interrupted, or why it had to be ended.
  Failure stop_unwanted(const Heard& heard);

  // Each ends the process.
  Failure crashed();
  Failure silent(const std::string& question);
  Failure interrupted_now();
  Failure cannot_start(const std::string& why);
};

Failure UciPlayer::State::crashed() {
  process->wait(platform::now() + kLastWords);
  const auto end = process->end();
  std::string text = name + " " + (end ? in_words(*end) : "closed its output");
  if (const std::string error = process->last_error_line(); !error.empty()) text += "; its last error line: " + error;
  process.reset();
  return {FailureKind::Crashed, text};
}

Failure UciPlayer::State::silent(const std::string& question) {
  process.reset();
  return {FailureKind::Silent, name + " did not answer " + text::quoted(question) + " in time"};
}

Failure UciPlayer::State::interrupted_now() {
  // A polite engine ends its search and then itself; the destructor need not wait for it again.
  say("stop", platform::now() + kPollInterval);
  dismiss();
  return {FailureKind::Interrupted, name + " was interrupted"};
}

Failure UciPlayer::State::cannot_start(const std::string& why) {
  dismiss();
  return {FailureKind::CannotStart, name + ": " + why};
}

void UciPlayer::State::dismiss() {
  if (!process) return;
  if (process->write_line("quit", platform::now() + kPollInterval)) process->wait(platform::now() + kFarewell);
  process.reset();
}

std::optional<Failure> UciPlayer::State::say(const std::string& line, const TimePoint& deadline) {
  if (process->write_line(line, deadline)) return std::nullopt;
  if (platform::now() < deadline || process->end()) return crashed();
  return silent(line);
}

std::optional<Failure> UciPlayer::State::listen(const std::string& question, const TimePoint& deadline,
                                                const Heard& heard, const Flag* unwanted) {
  std::string line;
  TimePoint glance = platform::now();
  for (;;) {
    const auto reading = process->read_line(line, std::min(deadline, platform::now() + kPollInterval));
    // An answer that comes late is none.
    const TimePoint now = platform::now();
    if (now >= deadline) return silent(question);
    if (reading == ChildProcess::Reading::End) return crashed();
    if (reading == ChildProcess::Reading::Line && heard(line)) return std::nullopt;
    if (now < glance) continue;
    if (interrupted()) return interrupted_now();
    if (unwanted && *unwanted) return Failure{FailureKind::Interrupted, name + " was stopped"};
    glance = now + kPollInterval;
  }
}

Failure UciPlayer::State::stop_unwanted(const Heard& heard) {
  const TimePoint soon = platform::now() + kStoppingUnwanted;
  std::optional<Failure> failure = say("stop", soon);
  if (!failure) failure = listen("stop", soon, heard);
  return failure.value_or(Failure{FailureKind::Interrupted, name + " was stopped"});
}

std::optional<Failure> UciPlayer::State::launch(const Flag* unwanted) {
  auto started = ChildProcess::start(
      {command.program, command.arguments, command.folder, command.hidden_variables, command.variables});
  if (!started) return Failure{FailureKind::CannotStart, started.error()};
  process = std::move(*started);
  const auto declared_before = std::exchange(options, {});
  std::optional<Failure> failure = shake_hands(unwanted);
  if (!failure) failure = set_options();
  if (!failure) failure = get_ready(unwanted);
  if (failure && options.empty()) options = declared_before;  // they can still be asked for at the next start
  if (failure && failure->kind != FailureKind::Interrupted) failure->kind = FailureKind::CannotStart;
  return failure;
}

std::optional<Failure> UciPlayer::State::shake_hands(const Flag* unwanted) {
  const TimePoint deadline = from_now(command.start_patience);
  if (auto failure = say("uci", deadline)) return failure;
  const auto heard = [this](const std::string& line) {
    if (auto id = parse_id_name(line)) {
      if (command.name.empty()) name = *id;
      id_name = std::move(*id);
    }
    if (auto option = parse_option(line); option && options.size() < kMaxOptions) options.push_back(std::move(*option));
    return text::trim(line) == "uciok";
  };
  if (auto failure = listen("uci", deadline, heard, unwanted)) {
    if (failure->kind != FailureKind::Silent) return failure;
    return cannot_start("no `uciok` within " + seconds(command.start_patience) + ": is it a UCI engine?");
  }
  const uci::Option* option = find_option(options, kChess960);
  chess960 = option && option->default_value == "true";
  return std::nullopt;
}

// Oknos declares the options of its rules only when it is asked to.
bool UciPlayer::State::hides_options() const {
  const auto unknown = [this](const auto& wanted) { return find_option(options, wanted.first) == nullptr; };
  return find_option(options, kExpert) != nullptr &&
         (command.all_options || std::any_of(command.options.begin(), command.options.end(), unknown));
}

std::optional<Failure> UciPlayer::State::set_options() {
  const TimePoint deadline = from_now(command.ready_patience);
  if (hides_options()) {
    if (auto failure = say("setoption name " + std::string(kExpert) + " value true", deadline)) return failure;
    options.clear();
    if (auto failure = shake_hands(nullptr)) return failure;
  }
  for (const auto& [option, value] : command.options) {
    const Result<std::string> line = set_option_line(options, option, value);
    if (!line) return cannot_start(line.error());
    if (auto failure = say(*line, deadline)) return failure;
    if (text::equal_ignoring_case(option, kChess960)) chess960 = text::equal_ignoring_case(value, "true");
  }
  told = command.options;
  return std::nullopt;
}

// Only what differs: some engines take long for an option (hash, networks), whether it changes anything or not.
std::optional<Failure> UciPlayer::State::tell_changes() {
  if (told == command.options) return std::nullopt;
  for (const uci::Option& option : options) {
    const std::string before = value_in(told, option), now = value_in(command.options, option);
    if (before == now) continue;
    if (const auto line = set_option_line(options, option.name, now))
      if (auto failure = say(*line, from_now(command.ready_patience))) return failure;
  }
  told = command.options;
  return std::nullopt;
}

std::optional<Failure> UciPlayer::State::set_chess960(bool on) {
  if (on == chess960) return std::nullopt;
  const Result<std::string> line = set_option_line(options, std::string(kChess960), on ? "true" : "false");
  if (!line)  // it goes on: there are other games
    return Failure{FailureKind::CannotStart,
                   name + " does not play Chess960: it has no option " + std::string(kChess960)};
  chess960 = on;
  return say(*line, from_now(command.ready_patience));
}

std::optional<Failure> UciPlayer::State::get_ready(const Flag* unwanted) {
  const TimePoint deadline = from_now(command.ready_patience);
  if (auto failure = say("isready", deadline)) return failure;
  const auto heard = [](const std::string& line) { return text::trim(line) == "readyok"; };
  return listen("isready", deadline, heard, unwanted);
}

std::optional<Failure> UciPlayer::State::begin_game(bool for_chess960, const Flag* unwanted) {
  if (!process)
    if (auto failure = launch(unwanted)) return failure;
  if (auto failure = tell_changes()) return failure;
  if (auto failure = set_chess960(for_chess960)) return failure;
  if (auto failure = say("ucinewgame", from_now(command.ready_patience))) return failure;
  return get_ready(unwanted);
}

// What is still said of the last move must not be taken for the next one.
void UciPlayer::State::tidy() const {
  std::string line;
  const TimePoint enough = platform::now() + kTidying;
  while (platform::now() < enough && process->read_line(line, TimePoint::min()) == ChildProcess::Reading::Line) {
  }
}

Result<std::unique_ptr<UciPlayer>> UciPlayer::start(const UciCommand& command) {
  auto state = std::make_unique<State>(command);
  if (const auto failure = state->launch(nullptr)) return Error{failure->text};
  return std::unique_ptr<UciPlayer>(new UciPlayer(std::move(state)));
}

// `go` and what comes of it: the name of the move.
std::optional<Failure> UciPlayer::State::ask(const MoveRequest& request, Report& report, std::string& answer) {
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
  const std::string go = go_line(request.limits, chess960);
  if (auto failure = say(go, std::min(deadline, from_now(command.ready_patience)))) return failure;
  auto failure = listen(go, deadline, heard, request.unwanted);
  stopped = true;
  if (failure && process && request.is_unwanted()) return stop_unwanted(heard);
  if (failure) return failure;
  if (answered) return std::nullopt;
  const TimePoint soon = std::min(deadline, platform::now() + kStopping);
  if (failure = say("stop", soon); failure) return failure;
  return listen("stop", soon, heard);
}

UciPlayer::UciPlayer(std::unique_ptr<State> state) : state_(std::move(state)) {}

UciPlayer::~UciPlayer() {
  state_->dismiss();
}

const std::string& UciPlayer::name() const {
  return state_->name;
}

std::string UciPlayer::build() const {
  constexpr int kNoProcess = -1;
  const State& s = *state_;
  return engine_build(s.id_name.empty() ? "no name" : s.id_name, s.command.program,
                      s.process ? s.process->id() : kNoProcess);
}

const std::vector<uci::Option>& UciPlayer::options() const {
  return state_->options;
}

std::optional<Error> UciPlayer::change_options(const std::vector<std::pair<std::string, std::string>>& changes) {
  State& s = *state_;
  for (const auto& [option, value] : changes)
    if (const auto line = set_option_line(s.options, option, value); !line) return Error{line.error()};
  s.command.options = s.start_options;
  s.command.options.insert(s.command.options.end(), changes.begin(), changes.end());
  return std::nullopt;
}

std::optional<Failure> UciPlayer::new_game(bool chess960, const std::atomic<bool>* unwanted) {
  State& s = *state_;
  if (s.process && s.process->end()) s.process.reset();
  auto failure = s.begin_game(chess960, unwanted);
  // What it would still answer would be taken for the answer to a later question.
  if (failure && failure->kind == FailureKind::Interrupted) s.process.reset();
  return failure;
}

void UciPlayer::give_up() {
  state_->dismiss();
}

MoveOutcome UciPlayer::move(const MoveRequest& request, SearchListener* listener) {
  State& s = *state_;
  if (!s.process) return Failure{FailureKind::Crashed, s.name + " is not running"};
  const Position& position = request.line.current;
  if (position.chess960())
    if (auto failure = s.set_chess960(true)) return *failure;
  s.tidy();

  // Writing is limited also where thinking is not: who does not read will not think either.
  const TimePoint reading = from_now(request.patience.value_or(s.command.ready_patience));
  if (auto failure = s.say(position_line(request.line, s.chess960), reading)) return *failure;
  const TimePoint start = platform::now();
  Report report(position, listener);
  std::string answer;
  if (auto failure = s.ask(request, report, answer)) return *failure;
  const std::int64_t time = platform::milliseconds_since(start);

  if (is_no_move(answer) && !has_legal_move(position)) return report.played(Move(), time);
  if (const auto move = move_from_text(position, answer)) return report.played(*move, time);
  return Failure{FailureKind::IllegalMove, s.name + " played " + text::quoted(answer) +
                                               ", which is not a legal move in " + fen::to_text(position)};
}

}  // namespace oknos::lab
