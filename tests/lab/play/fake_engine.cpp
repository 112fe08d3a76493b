// oknos-fake-engine: a UCI engine for tests that plays legal moves, the same in the same positions, and misbehaves when
// asked to.
//
//   oknos-fake-engine [MODE] [OPTION...]
//
// Modes (one), at the start:
//   exit-at-start      ends at once with exit code 3
//   no-uciok           takes `uci` and says nothing
//   no-readyok         shakes hands, but does not answer `isready` (with --at N: from the Nth on)
// and at a move (see --at):
//   crash              kills itself with SIGSEGV
//   exit               ends with exit code 3
//   silent             thinks for ever, deaf to `stop`
//   illegal            bestmove e1e5
//   garbage            bestmove with a word that is no move
//   none               bestmove (none), though there are moves
//   flood              writes lines without end, deaf to everything
//   huge-line          writes 3 MiB without a line end, then a line end and the move
//   endless-line       writes without a line end for ever
//   close-stdout       closes its output and lives on
//   huge-numbers       info lines with absurd numbers, then the move
//   double             says bestmove twice, the second time with another move
//   until-stop         reports more and more nodes and plays only when it hears `stop`, whatever the limits
//
// Options:
//   --at N             misbehave at the Nth move of the process (default 1); before and after, play
//   --from N           misbehave at the Nth move and all after it
//   --once FILE        misbehave only if FILE does not exist, and create it: so that a second start goes well
//   --seed N           which legal moves it plays (default 0)
//   --delay MS         milliseconds before each move
//   --ignore-quit      deaf to `quit`, the end of input and SIGTERM
//   --grandchild       starts a process that holds its pipes and sleeps for a minute
//   --pids FILE        appends its process number to FILE, and the grandchild's
//   --stderr TEXT      says so on stderr at the start
//   --noise            chatters before `uciok`, ends lines with CR LF, writes tabs and blank lines
//   --no-960           declares no UCI_Chess960
//   --name NAME        (default Fake)
//
// It declares options of every type, and answers `go` with one info line (depth 1, the value of --score, its move) and
// `info string pgncomment fake N`, N counting the moves of the process.
//   --score N          centipawns that it reports (default 10)
//   --deep             reports the depth that `go` asks for
//   --moody            one centipawn more each move of the process
//   --trace N          writes a trace of its search to the file in OKNOS_TRACE: the root to depth 3, and its move,
//                      searched first to depth N and then to depth 2
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <optional>
#include <poll.h>
#include <string>
#include <string_view>
#include <thread>
#include <unistd.h>
#include <vector>

#include "engine/base/text.h"
#include "engine/chess/fen.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "engine/uci/command.h"
#include "engine/uci/tools.h"

namespace {

using namespace oknos;

constexpr int kExitCode = 3;

struct Manners {
  std::string mode;
  std::string name = "Fake";
  std::string once;
  std::string pids;
  std::string error;
  std::uint64_t seed = 0;
  int at = 1;
  int score = 10;
  int delay = 0;
  std::optional<int> trace_depth;
  bool from = false;
  bool ignore_quit = false;
  bool grandchild = false;
  bool noise = false;
  bool chess960 = true;
  bool deep = false;
  bool moody = false;
};

[[noreturn]] void refuse(const std::string& word) {
  std::cerr << "oknos-fake-engine: " << word << " is not understood; the source lists the modes and options\n";
  std::exit(2);
}

Manners parse(const std::vector<std::string>& words) {
  Manners out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const auto value = [&]() -> const std::string& {
      if (i + 1 >= words.size()) refuse(word);
      return words[++i];
    };
    if (word == "--at" || word == "--from") {
      out.at = std::atoi(value().c_str());
      out.from = word == "--from";
    } else if (word == "--once") {
      out.once = value();
    } else if (word == "--seed") {
      out.seed = std::strtoull(value().c_str(), nullptr, 10);
    } else if (word == "--delay") {
      out.delay = std::atoi(value().c_str());
    } else if (word == "--score") {
      out.score = std::atoi(value().c_str());
    } else if (word == "--trace") {
      out.trace_depth = std::atoi(value().c_str());
    } else if (word == "--pids") {
      out.pids = value();
    } else if (word == "--stderr") {
      out.error = value();
    } else if (word == "--name") {
      out.name = value();
    } else if (word == "--ignore-quit") {
      out.ignore_quit = true;
    } else if (word == "--deep") {
      out.deep = true;
    } else if (word == "--moody") {
      out.moody = true;
    } else if (word == "--grandchild") {
      out.grandchild = true;
    } else if (word == "--noise") {
      out.noise = true;
    } else if (word == "--no-960") {
      out.chess960 = false;
    } else if (word.empty() || word.front() == '-' || !out.mode.empty()) {
      refuse(word);
    } else {
      out.mode = word;
    }
  }
  return out;
}

[[noreturn]] void sleep_for_ever() {
  for (;;) pause();
}

void note_process(const std::string& file, long process) {
  if (!file.empty()) std::ofstream(file, std::ios::app) << process << '\n';
}

class FakeEngine {
 public:
  explicit FakeEngine(const Manners& manners) : manners_(manners), end_(manners.noise ? " \t\r\n" : "\n") {}

  int run() {
    begin();
    std::string line;
    while (std::getline(std::cin, line)) {
      const auto command = uci::parse_command(line);
      if (!command) continue;
      if (std::holds_alternative<uci::Quit>(*command) && !manners_.ignore_quit) return 0;
      execute(*command);
    }
    if (manners_.ignore_quit) sleep_for_ever();
    return 0;
  }

 private:
  void say(const std::string& line) const { std::cout << line << end_ << std::flush; }

  void begin() {
    if (!manners_.error.empty()) std::cerr << manners_.error << std::endl;
    note_process(manners_.pids, getpid());
    if (manners_.ignore_quit) std::signal(SIGTERM, SIG_IGN);
    if (manners_.grandchild) {
      const pid_t grandchild = fork();
      if (grandchild == 0) {
        constexpr unsigned kMinute = 60;
        sleep(kMinute);
        _exit(0);
      }
      note_process(manners_.pids, grandchild);
    }
    if (manners_.mode == "exit-at-start") std::exit(kExitCode);
  }

  void execute(const uci::Command& command) {
    if (std::holds_alternative<uci::Uci>(command)) introduce();
    if (std::holds_alternative<uci::IsReady>(command)) be_ready();
    if (const auto* option = std::get_if<uci::SetOption>(&command)) {
      if (option->name == "UCI_Chess960") writes_960_ = option->value == "true";
      say("info string " + option->name + " is now " + option->value.value_or("pressed"));
    }
    if (const auto* position = std::get_if<uci::SetPosition>(&command)) {
      std::vector<std::string> left_out;
      if (auto built = uci::build_position(*position, left_out)) position_ = std::move(*built);
    }
    if (const auto* search = std::get_if<uci::Go>(&command)) go(*search);
  }

  void be_ready() {
    if (manners_.mode != "no-readyok" || ++ready_questions_ < manners_.at) say("readyok");
  }

  void introduce() const {
    if (manners_.mode == "no-uciok") return;
    if (manners_.noise) {
      say("Fake engine, in the best of moods");
      say("");
      say("\tuciok soon");
      say(std::string(2000, '#'));
    }
    say("id name " + manners_.name);
    say("id author nobody");
    say("option name Hash type spin default 16 min 1 max 64");
    say("option name Use Book type check default false");
    say("option name Style type combo default Calm var Calm var Very Wild");
    say("option name Clear Hash type button");
    say("option name Book File type string default <empty>");
    if (manners_.chess960) say("option name UCI_Chess960 type check default false");
    say("uciok");
  }

  // The same in the same position, whatever else is the case.
  Move choose(std::uint64_t salt = 0) const {
    const MoveList moves = legal_moves(position_);
    if (moves.empty()) return Move();
    constexpr std::uint64_t kMix = 0x9e3779b97f4a7c15;
    constexpr int kHigh = 32;
    const std::uint64_t number = (position_.key() + salt + manners_.seed * kMix) * kMix >> kHigh;
    return moves[number % moves.size()];
  }

  bool misbehaves() const {
    if (manners_.mode.empty() || moves_ < manners_.at || (moves_ > manners_.at && !manners_.from)) return false;
    if (manners_.once.empty()) return true;
    std::FILE* const created = std::fopen(manners_.once.c_str(), "wx");  // of two that ask at once, one creates it
    if (!created) return false;
    std::fclose(created);
    return true;
  }

  void go(const uci::Go& asked) {
    ++moves_;
    std::this_thread::sleep_for(std::chrono::milliseconds(manners_.delay));
    if (misbehaves() && !misbehave()) return;
    const Move move = choose();
    const std::string text = move ? to_text(move, writes_960_) : "(none)";
    if (manners_.trace_depth) write_trace(text);
    const int depth = manners_.deep ? asked.limits.depth.value_or(1) : 1;
    const int score = manners_.score + (manners_.moody ? moves_ : 0);
    say("info depth " + std::to_string(depth) + " seldepth 2 score cp " + std::to_string(score) +
        " nodes 42 time 1 hashfull 3 pv " + text);
    say("info string pgncomment fake " + std::to_string(moves_));
    say("bestmove " + text);
  }

  void write_trace(const std::string& move) const {
    const char* name = std::getenv("OKNOS_TRACE");
    if (!name) return;
    std::ofstream file(name);
    file << R"({"oknos_trace":1,"engine":")" << manners_.name << R"(","fen":")" << fen::to_text(position_) << "\"}\n"
         << R"({"enter":"","ply":0,"depth":3,"alpha":-50,"beta":50})" << '\n';
    for (const int depth : {*manners_.trace_depth, 2})
      file << R"({"enter":")" << move << R"(","ply":1,"depth":)" << depth << R"(,"alpha":-1,"beta":0})" << '\n'
           << R"({"leave":-20})" << '\n';
    file << R"({"leave":20})" << '\n';
  }

  // True: the move is still to be played.
  bool misbehave() const {
    const std::string& mode = manners_.mode;
    if (mode == "crash") {
      std::signal(SIGSEGV, SIG_DFL);
      std::raise(SIGSEGV);
    }
    if (mode == "exit") std::exit(kExitCode);
    if (mode == "silent") sleep_for_ever();
    if (mode == "illegal") return say("bestmove e1e5"), false;
    if (mode == "garbage") return say("bestmove Zugzwang!"), false;
    if (mode == "none") return say("bestmove (none)"), false;
    if (mode == "flood") flood("info string and another thing\n");
    if (mode == "endless-line") flood("and another thing ");
    if (mode == "huge-line") say(std::string(std::size_t{3} << 20, 'x'));
    if (mode == "close-stdout") {
      close(STDOUT_FILENO);
      sleep_for_ever();
    }
    if (mode == "huge-numbers") {
      say("info depth 99999999999999999999 seldepth -5 multipv 0 score cp 99999999999 nodes -1 time 1e9 hashfull 5000");
      say("info depth 7 score mate 999999999999 nodes 99999999999999999999999 nps 1 pv");
      say("info depth score cp nodes time pv score mate");
    }
    if (mode == "double") say("bestmove " + to_text(choose(1), writes_960_));
    if (mode == "until-stop") wait_for_stop();
    return true;
  }

  [[noreturn]] static void flood(const std::string& text) {
    std::string block;
    while (block.size() < (std::size_t{1} << 16)) block += text;
    for (;;) std::cout << block;
  }

  void wait_for_stop() const {
    constexpr int kPause = 5;  // milliseconds
    for (std::uint64_t nodes = 1'000;; nodes *= 2) {
      say("info depth 1 score cp 0 nodes " + std::to_string(nodes));
      pollfd input{STDIN_FILENO, POLLIN, 0};
      if (std::cin.rdbuf()->in_avail() <= 0 && poll(&input, 1, kPause) == 0) continue;
      std::string line;
      if (!std::getline(std::cin, line) || text::trim(line) == "stop") return;
    }
  }

  const Manners& manners_;
  const std::string end_;
  Position position_ = Position::initial();
  bool writes_960_ = false;
  int moves_ = 0;
  int ready_questions_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  const Manners manners = parse(std::vector<std::string>(argv + 1, argv + argc));
  return FakeEngine(manners).run();
}
