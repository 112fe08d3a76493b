#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "engine/search/engine.h"
#include "engine/uci/command.h"
#include "engine/uci/input.h"
#include "engine/uci/options.h"
#include "engine/uci/search_output.h"
#include "engine/uci/tools.h"
#include "engine/uci/writer.h"

namespace oknos::uci {

// A conversation with a GUI, or the lines of a command line.
//
// Three threads: a reader, the search, and the one that called run(), which executes the commands. While a
// search (or a task such as perft) runs, isready, debug, uci, stop, ponderhit and quit are answered at once, and all
// else waits in line for its end; so does quit behind a task. `stop` and `ponderhit` hold for every `go` that was read
// before them, also for one that still waits: it ends, or its clock runs, as soon as it has begun. At the end of the
// input what was asked for is finished, but a search without an end of its own is stopped.
class Session {
 public:
  // Results go to `out`; `errors` is for the command line's complaints and for bench's totals. `build` says
  // of what the program was built, and for what: "x86-64-v3, commit 0123456789ab, network 0123456789ab". `development`
  // stands behind the version of what is no release: "-dev-20260131-0123456789ab".
  Session(Sink& out, Sink& errors, std::string_view build, std::string_view development = {});
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // The protocol, until `quit` or the end of the input. Returns the exit code.
  int run(LineInput& input);

  // For a host without threads (WebAssembly): carries out one line in the calling thread and returns when all that it
  // began has ended; false after `quit`. Nothing can be heard meanwhile, so `interrupted` is asked now and then while a
  // search runs, and stops it when true. The answer to `go infinite` and `go ponder` comes as soon as the search has
  // ended: the host holds it back until `stop` or `ponderhit`.
  bool carry_out(const std::string& line, bool (*interrupted)());

  // Carries out each line in order, waiting for each search to end. The first that is wrong ends it with kExitBadInput.
  int run_lines(const std::vector<std::string>& lines);

  // Declares all options, as if Expert were set.
  void declare_all_options() { options_.set_expert(true); }

  static constexpr int kExitOk = 0;
  static constexpr int kExitBadInput = 2;

 private:
  enum class Running : std::uint8_t { Nothing, Search, Task };

  // A command that waits for its turn, and what was said since about it if it is a `go`.
  struct Waiting {
    Command command;
    bool stopped = false;
    bool ponder_hit = false;
  };

  void handle(const Event& event);
  void read_command(const InputLine& line);
  void dispatch(const Command& command);
  void execute_waiting();
  void finish_running();
  void enqueue(Command command);
  bool runs_now(const Command& command) const;
  void stop_waiting_searches();

  void execute(const Nothing&) {}
  void execute(const Uci&);
  void execute(const Debug& command) { debug_ = command.on; }
  void execute(const IsReady&) { writer_.line("readyok"); }
  void execute(const SetOption& command);
  void execute(const NewGame&);
  void execute(const SetPosition& command);
  void execute(const Go& command);
  void execute(const Stop&);
  void execute(const PonderHit&);
  void execute(const Quit&);
  void execute(const Tool& command);
  void note_refused_position(const Tool& command);

  void set_hash(std::int64_t mebibytes);
  void set_threads(std::int64_t threads);
  void set_log_file(const std::string& path);
  void set_evaluation(const std::string& file);
  void set_tablebases(const std::string& path);
  const eval::network::Network* evaluating_network() const;  // none: the classical evaluation evaluates
  void refuse_to_search(bool counts);
  std::optional<Limits> limits_of(const Go& command);
  void begin_search(const Limits& limits);
  bool lacks_threads(int wanted);
  void begin_task(std::function<void()> task);
  void begin_perft(const PerftRequest& request);
  void begin_bench(std::string_view arguments);
  void begin_genfens(std::string_view arguments);
  void say(const Result<std::string>& text);

  void complain(const std::string& text);  // the input is wrong
  bool writes_chess960() const { return options_.chess960() || position_.chess960(); }

  LogFile log_;
  Writer writer_;
  Sink& errors_;
  const std::string build_;
  const std::string version_;
  Options options_;
  Position position_ = Position::initial();
  bool position_refused_ = false;  // the last one that was sent; the one before it is still shown by `d` and others
  Engine engine_;
  EventQueue queue_;

  Running running_ = Running::Nothing;
  bool ends_by_itself_ = true;   // what runs needs no `stop`
  bool ends_after_hit_ = false;  // ... once `ponderhit` has come
  bool pondering_ = false;
  std::optional<SearchOutput> output_;  // of the search that runs
  std::thread task_;
  std::atomic<bool> stop_task_{false};
  std::deque<Waiting> waiting_;

  // The clock of a search runs from the moment its `go` was read, or from the end of what was done before it.
  std::optional<platform::TimePoint> received_at_;  // of the line that is carried out; none for one that waited
  platform::TimePoint free_since_{};                // the line before it was carried out

  std::uint64_t player_ = std::random_device{}();  // who plays with limited strength: another one in each game
  bool debug_ = false;
  bool told_chess960_ = false;
  bool on_command_line_ = false;
  bool without_threads_ = false;     // carry_out()
  bool (*interrupted_)() = nullptr;  // likewise
  bool failed_ = false;              // on the command line: a complaint was made
  bool input_ended_ = false;
  bool quit_ = false;
};

}  // namespace oknos::uci
