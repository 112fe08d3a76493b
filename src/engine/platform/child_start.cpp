#include "engine/platform/child_start.h"

#if !defined(__EMSCRIPTEN__) && !defined(_WIN32)

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <unistd.h>

#include "engine/base/text.h"

extern "C" char** environ;  // NOLINT: POSIX has it, and says in which words

namespace oknos::platform {

namespace {

namespace fs = std::filesystem;

bool is_program(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
}

std::string absolute(const std::string& path) {
  std::error_code error;
  const fs::path out = fs::absolute(path, error);
  return error ? path : out.string();
}

}  // namespace

std::string system_message(int error) {
  return std::generic_category().message(error);
}

Result<std::string> find_program(const std::string& program) {
  const std::string quoted = text::quoted(program);
  if (program.find('/') != std::string::npos) {
    std::error_code ignored;
    if (!fs::exists(program, ignored)) return Error{"there is no program " + quoted};
    if (!is_program(program)) return Error{quoted + " is no program: it is a folder or may not be executed"};
    return absolute(program);
  }
  // Debian keeps chess engines where root's PATH does not look.
  constexpr const char* kGames = "/usr/games:/usr/local/games";
  const char* path = std::getenv("PATH");
  const std::string folders = (path && *path ? std::string(path) + ":" : "") + kGames;
  std::string_view rest = folders;
  while (!program.empty() && !rest.empty()) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
    const std::string candidate = std::string(folder.empty() ? "." : folder) + "/" + program;
    if (is_program(candidate)) return absolute(candidate);
  }
  return Error{"there is no program " + quoted +
               " in the folders of PATH or in /usr/games; a program elsewhere is named with its folder"};
}

StartPlan::StartPlan(const std::string& path, const ProcessCommand& command, const std::array<int, 3>& streams,
                     int report)
    : path_(path), folder_(command.folder), words_{command.program}, streams_(streams), report_(report) {
  words_.insert(words_.end(), command.arguments.begin(), command.arguments.end());
  for (std::string& word : words_) argv_.push_back(word.data());
  argv_.push_back(nullptr);
  for (char** variable = environ; variable && *variable; ++variable) {
    const std::string_view text = *variable;
    const std::string_view name = text.substr(0, text.find('='));
    const auto& hidden = command.hidden_variables;
    const auto& added = command.variables;
    if (std::find(hidden.begin(), hidden.end(), name) == hidden.end() &&
        std::none_of(added.begin(), added.end(), [name](const auto& other) { return other.first == name; }))
      environment_.push_back(*variable);
  }
  for (const auto& [name, value] : command.variables) added_.push_back(name + "=" + value);
  for (std::string& variable : added_) environment_.push_back(variable.data());
  environment_.push_back(nullptr);
}

int StartPlan::fork_and_execute() const {
  // No handler of ours may run in the new process, which takes the signals again when it has put them back.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const int process = fork();
  if (process == 0) execute();
  const int error = errno;
  if (process > 0) setpgid(process, process);  // both sides do it: whoever is first, nobody comes too late
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return process;
}

void StartPlan::execute() const {
  constexpr int kCannotStart = 127;  // as shells have it
  setpgid(0, 0);
  struct sigaction standard {};
  standard.sa_handler = SIG_DFL;
  for (int signal = 1; signal < NSIG; ++signal) sigaction(signal, &standard, nullptr);
  sigset_t none;
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, nullptr);

  bool ready = folder_.empty() || chdir(folder_.c_str()) == 0;
  for (std::size_t stream = 0; stream < streams_.size(); ++stream)
    ready = ready && dup2(streams_[stream], static_cast<int>(stream)) >= 0;
  if (ready) execve(path_.c_str(), argv_.data(), environment_.data());
  const int error = errno;
  [[maybe_unused]] const ssize_t written = write(report_, &error, sizeof error);
  _exit(kCannotStart);
}

int read_start_report(int report) {
  int error = 0;
  ssize_t n = 0;
  do {
    n = read(report, &error, sizeof error);
  } while (n < 0 && errno == EINTR);
  return n == sizeof error ? error : 0;
}

}  // namespace oknos::platform

#endif
