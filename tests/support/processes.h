#pragma once

#include <cerrno>
#include <chrono>
#include <csignal>
#include <fstream>
#include <string>
#include <sys/types.h>
#include <thread>

// Whether processes are still there.
namespace oknos::test {

// Running or a zombie.
inline bool exists(long process) {
  return kill(static_cast<pid_t>(process), 0) == 0 || errno != ESRCH;
}

// An orphan stays a zombie where nobody reaps orphans, as in many containers: it runs no more, and that counts.
inline bool runs(long process) {
  if (!exists(process)) return false;
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string text;
  if (!std::getline(file, text)) return exists(process);
  const std::size_t name_end = text.rfind(')');
  return name_end + 2 >= text.size() || text[name_end + 2] != 'Z';
}

// Killed processes end when the system comes to it. True: it has ended.
inline bool ends(long process) {
  constexpr int kTries = 1000;
  constexpr std::chrono::milliseconds kPause{10};
  for (int i = 0; i < kTries && runs(process); ++i) std::this_thread::sleep_for(kPause);
  return !runs(process);
}

}  // namespace oknos::test
