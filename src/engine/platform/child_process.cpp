#include "engine/platform/child_process.h"

#if !defined(__EMSCRIPTEN__) && !defined(_WIN32)

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include "engine/base/text.h"
#include "engine/platform/child_start.h"

namespace oknos::platform {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t kBlock = std::size_t{1} << 16;  // bytes read at a time; Linux's pipes hold as many
constexpr auto kGlance = 50ms;                        // how often a process with quiet pipes is asked whether it lives
constexpr auto kAsked = 100ms;                        // from SIGTERM to SIGKILL
constexpr auto kKilled = 5s;                          // the system may hold a killed process back, but not us
constexpr int kFirstFree = 3;                         // 0, 1 and 2 are the standard streams

const char* name_of_signal(int signal) {
  switch (signal) {
    case SIGABRT:
      return " (abort)";
    case SIGBUS:
      return " (bus error)";
    case SIGFPE:
      return " (arithmetic error)";
    case SIGILL:
      return " (illegal instruction)";
    case SIGKILL:
      return " (kill)";
    case SIGSEGV:
      return " (segmentation fault)";
    case SIGTERM:
      return " (terminate)";
    default:
      return "";
  }
}

// Whole milliseconds from now, rounded up: poll must not wake before the time. The ends of time are times, too.
int milliseconds_until(TimePoint time) {
  const TimePoint present = now();
  if (time <= present) return 0;
  const auto wait = std::min<TimePoint::duration>(time - present, kGlance);
  return static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(wait).count());
}

// A write to a pipe that nobody reads any more raises SIGPIPE, which would end us. Held back for this thread, and
// swallowed when it came from this write, it leaves the rest of the program its own way with SIGPIPE.
ssize_t write_without_signal(int descriptor, const char* data, std::size_t size) {
  sigset_t pipe_signal;
  sigset_t before;
  sigset_t pending;
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  sigpending(&pending);
  const bool was_pending = sigismember(&pending, SIGPIPE) == 1;
  pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
  const ssize_t written = write(descriptor, data, size);
  const int error = errno;
#if !defined(__APPLE__)  // there the pipe itself was told (F_SETNOSIGPIPE)
  if (written < 0 && error == EPIPE && !was_pending) {
    const timespec at_once{};
    while (sigtimedwait(&pipe_signal, nullptr, &at_once) < 0 && errno == EINTR) {
    }
  }
#endif
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return written;
}

bool would_block(int error) {
  return error == EAGAIN || error == EINTR;
}

// False: the other end is closed, and so should ours be.
bool read_block(int descriptor, std::string& to) {
  const std::size_t size = to.size();
  to.resize(size + kBlock);
  const ssize_t n = read(descriptor, to.data() + size, kBlock);
  const bool open = n > 0 || (n < 0 && would_block(errno));
  to.resize(size + static_cast<std::size_t>(std::max<ssize_t>(n, 0)));
  return open;
}

}  // namespace

std::string in_words(const ProcessEnd& end) {
  if (end.signal != 0) return "was killed by signal " + std::to_string(end.signal) + name_of_signal(end.signal);
  return "ended with exit code " + std::to_string(end.exit_code);
}

ChildProcess::Descriptor& ChildProcess::Descriptor::operator=(Descriptor&& other) noexcept {
  if (this == &other) return *this;
  close();
  number_ = std::exchange(other.number_, -1);
  return *this;
}

void ChildProcess::Descriptor::close() {
  if (number_ >= 0) ::close(number_);
  number_ = -1;
}

// Closed on exec, so that a program started by another thread at the same moment gets no copy: with one, the end of a
// program would not be seen as long as the other runs.
std::optional<ChildProcess::Pipe> ChildProcess::make_pipe() {
  std::array<int, 2> ends{};
#if defined(__linux__)
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
#else
  if (pipe(ends.data()) != 0) return std::nullopt;
#endif
  std::array<Descriptor, 2> owned = {Descriptor{ends[0]}, Descriptor{ends[1]}};
  for (Descriptor& end : owned) {
    // Out of the way of the standard streams, where ours were closed.
    if (end.number() < kFirstFree) end = Descriptor{fcntl(end.number(), F_DUPFD_CLOEXEC, kFirstFree)};
    if (!end.is_open() || fcntl(end.number(), F_SETFD, FD_CLOEXEC) != 0) return std::nullopt;
  }
  return Pipe{std::move(owned[0]), std::move(owned[1])};
}

Result<std::unique_ptr<ChildProcess>> ChildProcess::start(const ProcessCommand& command) {
  const Result<std::string> path = find_program(command.program);
  if (!path) return Error{path.error()};
  std::error_code ignored;
  if (!command.folder.empty() && !std::filesystem::is_directory(command.folder, ignored))
    return Error{text::quoted(command.folder) + ", to start " + text::quoted(command.program) + " in, is no folder"};

  std::optional<Pipe> input = make_pipe();
  std::optional<Pipe> output = make_pipe();
  std::optional<Pipe> errors = make_pipe();
  std::optional<Pipe> report = make_pipe();
  if (!input || !output || !errors || !report)
    return Error{"no pipes for " + text::quoted(command.program) + ": " + system_message(errno)};

  const StartPlan plan(*path, command,
                       {input->read_end.number(), output->write_end.number(), errors->write_end.number()},
                       report->write_end.number());
  const int process = plan.fork_and_execute();
  const int fork_error = errno;
  report->write_end.close();
  if (process < 0) return Error{text::quoted(command.program) + " cannot be started: " + system_message(fork_error)};
  if (const int error = read_start_report(report->read_end.number()); error != 0) {
    while (waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
    }
    return Error{text::quoted(command.program) + " cannot be started: " + system_message(error)};
  }
  return std::unique_ptr<ChildProcess>(
      new ChildProcess(process, std::move(input->write_end), std::move(output->read_end), std::move(errors->read_end)));
}

ChildProcess::ChildProcess(int process, Descriptor input, Descriptor output, Descriptor errors)
    : process_(process), input_(std::move(input)), output_(std::move(output)), errors_(std::move(errors)) {
  for (const Descriptor* end : {&input_, &output_, &errors_})
    fcntl(end->number(), F_SETFL, fcntl(end->number(), F_GETFL) | O_NONBLOCK);
#if defined(__APPLE__)
  fcntl(input_.number(), F_SETNOSIGPIPE, 1);
#endif
}

ChildProcess::~ChildProcess() {
  kill();
}

void ChildProcess::close_input() {
  input_.close();
}

bool ChildProcess::write_line(std::string_view text, TimePoint deadline) {
  const std::string line = std::string(text) + '\n';
  std::string_view rest = line;
  while (input_.is_open()) {
    const ssize_t n = write_without_signal(input_.number(), rest.data(), rest.size());
    if (n > 0) rest.remove_prefix(static_cast<std::size_t>(n));
    if (rest.empty()) return true;
    if (n < 0 && !would_block(errno)) close_input();
    if (now() >= deadline || has_ended()) return false;
    if (input_.is_open()) wait_ready(true, deadline);
  }
  return false;
}

ChildProcess::Reading ChildProcess::read_line(std::string& line, TimePoint deadline) {
  for (;;) {
    if (take_line(line)) return Reading::Line;
    if (!output_.is_open()) return Reading::End;
    const bool late = now() >= deadline;
    const bool ended = has_ended();  // asked first: what it wrote before is then in the pipe
    if (wait_ready(false, ended ? now() : deadline).output) {
      if (!late) continue;
      return take_line(line) ? Reading::Line : Reading::Nothing;
    }
    if (ended) output_.close();  // something that it started may still hold the other end
    if (late) return Reading::Nothing;
  }
}

bool ChildProcess::wait(TimePoint deadline) {
  constexpr auto kShortGlance = 5ms;  // somebody waits for this
  while (!has_ended()) {
    if (now() >= deadline) return false;
    wait_ready(false, std::min(deadline, now() + kShortGlance));
    buffer_.clear();
    taken_ = 0;
  }
  return true;
}

void ChildProcess::kill() {
  if (has_ended()) return;
  send(SIGTERM);
  if (wait(now() + kAsked)) return;
  send(SIGKILL);
  wait(now() + kKilled);
}

std::optional<ProcessEnd> ChildProcess::end() {
  has_ended();
  return end_;
}

std::string ChildProcess::last_error_line() const {
  const std::string_view all = text::trim(error_tail_);
  return std::string(text::trim(all.substr(all.find_last_of('\n') + 1)));  // npos + 1 is 0
}

// Waits until something can be done, at most for a glance. Reads what the process says meanwhile: one that cannot get
// rid of its words may never come to reading ours.
ChildProcess::Ready ChildProcess::wait_ready(bool for_input, TimePoint deadline) {
  const bool takes_output = output_.is_open() && buffer_.size() - taken_ <= kMaxLine;
  // poll skips negative numbers.
  std::array<pollfd, 3> ends = {pollfd{for_input ? input_.number() : -1, POLLOUT, 0},
                                pollfd{takes_output ? output_.number() : -1, POLLIN, 0},
                                pollfd{errors_.number(), POLLIN, 0}};
  if (poll(ends.data(), ends.size(), milliseconds_until(deadline)) <= 0) return {};
  if (ends[2].revents != 0) read_errors();
  if (ends[1].revents != 0) read_output();
  return {ends[0].revents != 0, ends[1].revents != 0};
}

void ChildProcess::read_output() {
  buffer_.erase(0, taken_);
  taken_ = 0;
  if (!read_block(output_.number(), buffer_)) output_.close();
}

void ChildProcess::read_errors() {
  if (!read_block(errors_.number(), error_tail_)) errors_.close();
  if (error_tail_.size() > kErrorTail) error_tail_.erase(0, error_tail_.size() - kErrorTail);
}

bool ChildProcess::take_line(std::string& line) {
  if (skipping_) {
    const std::size_t end = buffer_.find('\n', taken_);
    taken_ = end == std::string::npos ? buffer_.size() : end + 1;
    skipping_ = end == std::string::npos;
  }
  const std::string_view rest = std::string_view(buffer_).substr(taken_);
  const std::size_t end = rest.find('\n');
  const bool complete = end != std::string_view::npos;
  const bool last = !output_.is_open() && !rest.empty();  // without a line end
  if (!complete && !last && rest.size() < kMaxLine) return false;
  line.assign(rest.substr(0, std::min(end, kMaxLine)));
  taken_ += complete ? end + 1 : rest.size();
  skipping_ = !complete;
  if (!line.empty() && line.back() == '\r') line.pop_back();
  return true;
}

bool ChildProcess::has_ended() {
  if (end_) return true;
  siginfo_t info{};
  // Left unreaped at first: as long as it is, no other group can get the number, and what it left behind can be killed.
  if (waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED | WNOHANG | WNOWAIT) != 0) {
    if (errno == ECHILD) end_ = ProcessEnd{};  // somebody else reaped it: how it ended is lost
    return end_.has_value();
  }
  if (info.si_pid == 0) return false;
  ::kill(-process_, SIGKILL);
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  if (errors_.is_open()) read_errors();  // why it ended, perhaps; a block is all that a pipe holds
  end_ = WIFSIGNALED(status) ? ProcessEnd{0, WTERMSIG(status)} : ProcessEnd{WEXITSTATUS(status), 0};
  return true;
}

void ChildProcess::send(int signal) const {
  ::kill(-process_, signal);
}

}  // namespace oknos::platform

#else

namespace oknos::platform {

std::string in_words(const ProcessEnd& end) {
  return "ended with exit code " + std::to_string(end.exit_code);
}

void ChildProcess::Descriptor::close() {}

Result<std::unique_ptr<ChildProcess>> ChildProcess::start(const ProcessCommand& command) {
  return Error{"\"" + command.program + "\" cannot be started: programs are not started from here on this system"};
}

// start() gives none, so nothing below is called.
ChildProcess::~ChildProcess() = default;
void ChildProcess::close_input() {}
bool ChildProcess::write_line(std::string_view, TimePoint) {
  return false;
}
ChildProcess::Reading ChildProcess::read_line(std::string&, TimePoint) {
  return Reading::End;
}
bool ChildProcess::wait(TimePoint) {
  return true;
}
void ChildProcess::kill() {}
std::optional<ProcessEnd> ChildProcess::end() {
  return ProcessEnd{};
}
std::string ChildProcess::last_error_line() const {
  return "";
}

}  // namespace oknos::platform

#endif
