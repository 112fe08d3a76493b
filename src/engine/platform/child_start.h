#pragma once

#if !defined(__EMSCRIPTEN__) && !defined(_WIN32)

#include <array>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/platform/child_process.h"

// The parts of starting a program: for ChildProcess alone.
namespace oknos::platform {

std::string system_message(int error);  // of an errno

// The full path of the program that the word names.
Result<std::string> find_program(const std::string& program);

// All that the new process needs between fork and exec. There, beside other threads, only calls that are safe in signal
// handlers are allowed: no memory can be asked for, so all words lie ready.
class StartPlan {
 public:
  // `streams`: what becomes its standard input, output and errors, each above 2. `report`: where it writes the error
  // when it cannot start.
  StartPlan(const std::string& path, const ProcessCommand& command, const std::array<int, 3>& streams, int report);
  StartPlan(const StartPlan&) = delete;
  StartPlan& operator=(const StartPlan&) = delete;

  // The process, in a group of its own, or -1 and errno.
  int fork_and_execute() const;

 private:
  [[noreturn]] void execute() const;

  std::string path_;
  std::string folder_;
  std::vector<std::string> words_;
  std::vector<char*> argv_;         // of words_, and a null
  std::vector<std::string> added_;  // "NAME=value"
  std::vector<char*> environment_;  // ours, but for what is hidden or replaced, those added, and a null
  std::array<int, 3> streams_;
  int report_;
};

// Waits until the process has begun its program (0) or given up (its errno).
int read_start_report(int report);

}  // namespace oknos::platform

#endif
