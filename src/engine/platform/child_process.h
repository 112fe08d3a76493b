#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/platform/clock.h"

// Another program, driven through pipes. Nothing that it does makes a call here wait beyond its deadline.
namespace oknos::platform {

struct ProcessCommand {
  std::string program;  // with a '/': a path from here (not from `folder`); else searched in PATH
  std::vector<std::string> arguments;
  std::string folder;                                               // to start it in; empty: here
  std::vector<std::string> hidden_variables = {};                   // of our environment, that it does not get
  std::vector<std::pair<std::string, std::string>> variables = {};  // name and value, that it gets besides
};

// How a process ended.
struct ProcessEnd {
  int exit_code = 0;
  int signal = 0;  // that killed it; 0: it ended by itself
};
std::string in_words(const ProcessEnd& end);  // "ended with exit code 3", "was killed by signal 9 (kill)"

// A running program. Not for two threads at a time; any number of threads may each start their own: no program inherits
// the pipes of another.
//
// The program and what it starts form a process group, so that Ctrl-C in a terminal reaches only us and kill() reaches
// all of them. When it ends, what is left of the group is killed. Should we die without a word, it sees the end of its
// input. (PR_SET_PDEATHSIG would kill it when the thread that started it ends: workers come and go.)
class ChildProcess {
 public:
  static constexpr std::size_t kMaxLine = std::size_t{1} << 20;  // what is beyond is dropped, up to the line's end
  static constexpr std::size_t kErrorTail = 2048;                // kept of what it writes to stderr

  // The error names the program (or the folder) and why it cannot be started.
  static Result<std::unique_ptr<ChildProcess>> start(const ProcessCommand& command);
  ~ChildProcess();  // kill()
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // Writes the text and a line end. False: it did not read (part of it may be written), or it has ended.
  bool write_line(std::string_view text, TimePoint deadline);
  void close_input();

  enum class Reading {
    Line,     // without its end, '\n' or "\r\n"
    Nothing,  // yet
    End       // it has ended or closed its output, and all lines were read
  };
  // A deadline that has passed gives what is there. A program that floods gives lines without end: callers look at the
  // clock.
  Reading read_line(std::string& line, TimePoint deadline);

  // True: it has ended. Drops what it writes.
  bool wait(TimePoint deadline);
  // Ends it and its group: asks first, then does not. Takes some 0.1 s when it does not obey.
  void kill();

  // Nothing while it runs.
  std::optional<ProcessEnd> end();
  // The last line with something in it that it wrote to stderr, as far as it was read; empty when there is none.
  std::string last_error_line() const;
  int id() const { return process_; }

 private:
  // Owns a file descriptor.
  class Descriptor {
   public:
    Descriptor() = default;
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(other.number_) { other.number_ = -1; }
    Descriptor& operator=(Descriptor&& other) noexcept;
    ~Descriptor() { close(); }
    int number() const { return number_; }
    bool is_open() const { return number_ >= 0; }
    void close();

   private:
    int number_ = -1;
  };
  struct Pipe {
    Descriptor read_end;
    Descriptor write_end;
  };
  static std::optional<Pipe> make_pipe();

  ChildProcess(int process, Descriptor input, Descriptor output, Descriptor errors);

  struct Ready {
    bool input = false;   // it takes more
    bool output = false;  // it wrote, or closed
  };
  Ready wait_ready(bool for_input, TimePoint deadline);
  void read_output();
  void read_errors();
  bool take_line(std::string& line);
  bool has_ended();
  void send(int signal) const;

  int process_;
  Descriptor input_;
  Descriptor output_;
  Descriptor errors_;
  std::string buffer_;  // read, not taken yet
  std::size_t taken_ = 0;
  bool skipping_ = false;  // the rest of a line that was too long
  std::string error_tail_;
  std::optional<ProcessEnd> end_;
};

}  // namespace oknos::platform
