#include "engine/platform/stolen_time.h"

#if defined(__linux__)
#include <fstream>
#include <sstream>
#include <string>
#include <unistd.h>
#endif

namespace oknos::platform {

#if defined(__linux__)

std::vector<std::int64_t> stolen_milliseconds() {
  constexpr int kStealColumn = 8;  // of a processor's line: cpu0 user nice system idle iowait irq softirq steal
  constexpr std::int64_t kSecond = 1000;
  const long per_second = sysconf(_SC_CLK_TCK);
  std::vector<std::int64_t> out;
  if (per_second <= 0) return out;
  std::ifstream file("/proc/stat");
  std::string line;
  std::getline(file, line);  // of all processors together
  while (std::getline(file, line) && line.starts_with("cpu")) {
    std::istringstream words(line.substr(line.find(' ')));
    std::int64_t ticks = 0;
    for (int i = 0; i < kStealColumn; ++i) words >> ticks;
    if (words) out.push_back(ticks * kSecond / per_second);
  }
  return out;
}

#else

std::vector<std::int64_t> stolen_milliseconds() {
  return {};
}

#endif

}  // namespace oknos::platform
