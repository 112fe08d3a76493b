#include "engine/uci/session.h"

#include <algorithm>
#include <array>

#include "engine/base/text.h"
#include "engine/eval/network/embedded.h"
#include "engine/uci/identity.h"

namespace oknos::uci {

namespace {

// Without the middle of a text that quotes a very long input.
std::string shortened(const std::string& text) {
  constexpr std::size_t kEnd = 500;  // bytes kept at either end
  if (text.size() <= 2 * kEnd) return text;
  const auto is_inside_character = [&](std::size_t at) { return (text[at] & 0xC0) == 0x80; };  // in UTF-8
  std::size_t first = kEnd, second = text.size() - kEnd;
  while (first > 0 && is_inside_character(first)) --first;
  while (second < text.size() && is_inside_character(second)) ++second;
  return text.substr(0, first) + " ... " + text.substr(second);
}

}  // namespace

Session::Session(Sink& out, Sink& errors, std::string_view build, std::string_view development)
    : writer_(out, log_),
      errors_(errors),
      build_(build),
      version_(std::string(kName) + " " + std::string(kVersion) + std::string(development)) {}

Session::~Session() {
  engine_.stop();
  engine_.wait();
  stop_task_ = true;
  if (task_.joinable()) task_.join();
}

int Session::run(LineInput& input) {
  const Reader reader(input, queue_);
  while (!quit_ && !(input_ended_ && running_ == Running::Nothing && waiting_.empty())) {
    handle(queue_.pop());
  }
  engine_.stop();  // `quit` does not wait; the bestmove is said all the same
  engine_.wait();
  return kExitOk;
}

int Session::run_lines(const std::vector<std::string>& lines) {
  on_command_line_ = true;
  for (const std::string& line : lines) {
    read_command({line, false});
    while (running_ != Running::Nothing && !failed_ && !quit_) {
      handle(queue_.pop());
    }
    if (failed_) return kExitBadInput;
    if (quit_) break;
  }
  return kExitOk;
}

bool Session::carry_out(const std::string& line, bool (*interrupted)()) {
  without_threads_ = true;
  interrupted_ = interrupted;
  handle({Event::Kind::Line, {line, false}, std::chrono::system_clock::now(), platform::now()});
  while (running_ != Running::Nothing) handle(queue_.pop());
  return !quit_;
}

void Session::handle(const Event& event) {
  switch (event.kind) {
    case Event::Kind::Line:
      log_.received(event.line.text, event.when);
      received_at_ = std::max(event.moment, free_since_);
      read_command(event.line);
      received_at_.reset();
      free_since_ = platform::now();
      return;
    case Event::Kind::EndOfInput:
      input_ended_ = true;
      if (!ends_by_itself_) execute(Stop{});
      return;
    case Event::Kind::Done:
      finish_running();
      return execute_waiting();
  }
}

void Session::read_command(const InputLine& line) {
  Result<Command> command = parse_command(line.text);
  if (line.truncated) {
    const std::string problem = "a line longer than " + std::to_string(kMaxLine) +
                                " characters was left out; it begins with " + text::quoted(line.text, 40);
    if (!command || !std::holds_alternative<SetPosition>(*command)) return complain(problem);
    command = Command{SetPosition{{}, {}, problem}};
  }
  if (!command) return complain(command.error());

  if (std::holds_alternative<Stop>(*command))
    for (Waiting& waiting : waiting_) waiting.stopped = true;
  if (std::holds_alternative<PonderHit>(*command))
    for (Waiting& waiting : waiting_) waiting.ponder_hit = true;
  if (runs_now(*command) || (running_ == Running::Nothing && waiting_.empty())) return dispatch(*command);
  enqueue(std::move(*command));
}

void Session::dispatch(const Command& command) {
  std::visit([this](const auto& c) { execute(c); }, command);
}

void Session::enqueue(Command command) {
  if (running_ == Running::Search && !ends_by_itself_ && !std::holds_alternative<SetOption>(command))
    writer_.info("this waits for the end of the search, which waits for stop");
  if (std::holds_alternative<Quit>(command)) stop_waiting_searches();
  waiting_.push_back({std::move(command)});
}

// They would not end by themselves, perhaps, and `quit` behind them would not be reached.
void Session::stop_waiting_searches() {
  for (Waiting& waiting : waiting_)
    if (const Go* go = std::get_if<Go>(&waiting.command); go && !go->wants_perft) waiting.stopped = true;
}

// A count (perft, bench) is finished before `quit` is executed: `printf "go perft 5\nquit\n" | oknos` is how scripts
// ask.
bool Session::runs_now(const Command& command) const {
  if (std::holds_alternative<Quit>(command)) return running_ != Running::Task;
  return is_immediate(command);
}

void Session::execute_waiting() {
  while (!waiting_.empty() && !quit_ && (running_ == Running::Nothing || runs_now(waiting_.front().command))) {
    const Waiting next = std::move(waiting_.front());
    waiting_.pop_front();
    dispatch(next.command);
    if (!std::holds_alternative<Go>(next.command)) continue;
    if (next.ponder_hit) execute(PonderHit{});
    if (next.stopped) execute(Stop{});
  }
}

void Session::finish_running() {
  if (running_ == Running::Task) {
    if (task_.joinable()) task_.join();
  } else {
    engine_.wait();
  }
  output_.reset();
  running_ = Running::Nothing;
  ends_by_itself_ = true;
  pondering_ = false;
}

void Session::complain(const std::string& whole) {
  const std::string text = shortened(whole);
  if (!on_command_line_) return writer_.info(text);
  errors_.write("oknos: " + text);
  failed_ = true;
}

void Session::say(const Result<std::string>& text) {
  if (!text) return complain(text.error());
  writer_.lines(*text);
}

void Session::execute(const Uci&) {
  std::string out = "id name " + version_ + "\nid author " + std::string(kAuthor) + "\n";
  for (const Option& option : options_.declared()) out += to_text(option) + "\n";
  writer_.lines(out + "uciok\n");
}

void Session::execute(const SetOption& command) {
  const bool was_expert = options_.expert();
  const Result<Options::Change> change = options_.set(command);
  if (!change) return complain(change.error());
  if (options_.expert() && !was_expert) writer_.info("Expert: \"uci\" now declares all options");
  switch (change->effect) {
    case Options::Effect::None:
      break;
    case Options::Effect::Hash:
      return set_hash(change->number);
    case Options::Effect::ClearHash:
    case Options::Effect::Strength:  // another player: what this one has learnt is of no use
      return engine_.clear();
    case Options::Effect::Threads:
      return set_threads(change->number);
    case Options::Effect::LogFile:
      return set_log_file(change->text);
    case Options::Effect::EvalFile:
      return set_evaluation(change->text);
    case Options::Effect::SyzygyPath:
      return set_tablebases(change->text);
  }
}

void Session::set_hash(std::int64_t mebibytes) {
  const auto wanted = static_cast<std::size_t>(mebibytes);
  const std::string stays = "; it stays " + std::to_string(engine_.hash());
  if (const auto error = hash_too_large(wanted)) return complain(error->message + stays);
  if (!engine_.set_hash(wanted))
    return complain("Hash: the system refuses " + std::to_string(mebibytes) + " MiB" + stays);
  if (debug_)
    writer_.info("Hash is " + std::to_string(mebibytes) + " MiB" +
                 (engine_.hash_on_large_pages() ? " on large pages" : ""));
}

void Session::set_threads(std::int64_t threads) {
  if (engine_.set_threads(static_cast<int>(threads))) return;
  complain("Threads: the system refuses " + std::to_string(threads) + "; it stays " +
           std::to_string(engine_.threads()));
}

// What cannot be used is refused, and what evaluated before goes on doing so.
void Session::set_evaluation(const std::string& file) {
  const auto network = eval::network::network_named(file);
  if (!network)
    return complain("EvalFile: " + network.error() + "; the evaluation stays; \"" +
                    std::string(eval::network::kClassical) + "\" is the one without a file");
  engine_.set_network(*network);
  if (debug_ && *network) writer_.info("EvalFile: " + (*network)->provenance());
}

// What cannot be read is named and left out; a path without any table is wrong.
void Session::set_tablebases(const std::string& path) {
  constexpr std::size_t kMaxNamed = 10;
  const std::vector<std::string> folders = tablebases::folders_of(path);
  if (folders.empty()) return engine_.set_tablebases(nullptr);
  const tablebases::Tablebases::Loaded loaded = tablebases::Tablebases::load(folders);
  for (std::size_t i = 0; i < std::min(loaded.problems.size(), kMaxNamed); ++i)
    writer_.info("SyzygyPath: left out " + loaded.problems[i]);
  if (loaded.problems.size() > kMaxNamed)
    writer_.info("SyzygyPath: left out " + std::to_string(loaded.problems.size() - kMaxNamed) + " more");
  engine_.set_tablebases(loaded.tables);
  if (loaded.tables->empty())
    return complain("SyzygyPath: no tables (files such as KQvK.rtbw) in " + text::quoted(path) +
                    "; folders are separated by '" + tablebases::kFolderSeparator + "'");
  writer_.info("SyzygyPath: " + std::to_string(loaded.tables->size()) + " tables, " +
               std::to_string(loaded.tables->dtz_size()) + " of them with distances, up to " +
               std::to_string(loaded.tables->most_men()) + " men");
}

const eval::network::Network* Session::evaluating_network() const {
  return options_.rules().settings().conventions.wants_network() ? engine_.network().get() : nullptr;
}

void Session::set_log_file(const std::string& path) {
  if (path.empty()) return log_.close();
  if (!log_.open(path)) complain("Debug Log File: " + text::quoted(path) + " cannot be written");
}

void Session::execute(const NewGame&) {
  engine_.clear();
  ++player_;
  told_chess960_ = false;
}

void Session::execute(const SetPosition& command) {
  std::vector<std::string> left_out;
  Result<Position> position = build_position(command, left_out);
  position_refused_ = !position.ok();
  if (!position) return complain(position.error());
  for (const std::string& what : left_out) writer_.info("position: " + what);
  position_ = std::move(*position);
  engine_.set_position(position_);
  if (!position_.chess960() || options_.chess960() || told_chess960_) return;
  told_chess960_ = true;
  writer_.info("this is Chess960: castling is written king takes rook, as with UCI_Chess960");
}

void Session::execute(const Quit&) {
  quit_ = true;
}

// A command without a position of its own shows the one before, which nobody may expect.
void Session::note_refused_position(const Tool& command) {
  constexpr std::array<std::string_view, 5> kShowOne = {"d", "eval", "see", "moves", "perft"};
  const bool shows_one = std::find(kShowOne.begin(), kShowOne.end(), command.name) != kShowOne.end();
  const bool names_it = command.arguments.find('/') != std::string::npos || command.arguments.ends_with("startpos");
  if (position_refused_ && shows_one && !names_it)
    writer_.info(command.name + ": the last position was refused; this is the one before it");
}

void Session::execute(const Tool& command) {
  const std::string& name = command.name;
  const std::string& arguments = command.arguments;
  note_refused_position(command);
  if (name == "bench") return begin_bench(arguments);
  if (name == "genfens") return begin_genfens(arguments);
  if (name == "perft") {
    const Result<PerftRequest> request = parse_perft(arguments, position_);
    return request ? begin_perft(*request) : complain(request.error());
  }
  if (name == "see") return say(see_text(arguments, position_));
  if (name == "eval") return say(eval_text(arguments, position_, evaluating_network()));
  if (name == "preset") return say(preset_text(arguments, options_.rules()));
  if (name == "help") return writer_.lines(help_text());
  if (name == "compiler") return writer_.line(compiler_text());
  if (name == "version") return writer_.line(version_ + " (" + build_ + ")");
  if (name == "options") return say(options_text(arguments));
  const Result<Position> position = position_or(arguments, position_);
  if (!position) return complain(name + ": " + position.error());
  writer_.lines(name == "d" ? board_text(*position, engine_.tablebases().get())
                            : moves_text(*position, options_.chess960() || position->chess960()));
}

}  // namespace oknos::uci
