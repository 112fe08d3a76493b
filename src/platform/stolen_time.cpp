#include "platform/stolen_time.h"

#if defined(__linux__)
#include <fstream>
#include <string>
#include <unistd.h>
#endif

namespace oknos::platform {

#if defined(__linux__)

std::optional<std::int64_t> stolen_milliseconds() {
  constexpr int kStealColumn = 8;  // of the first line: cpu user nice system idle iowait irq softirq steal
  constexpr std::int64_t kSecond = 1000;
  std::ifstream file("/proc/stat");
  std::string label;
  std::int64_t ticks = 0;
  if (!(file >> label) || label != "cpu") return std::nullopt;
  for (int i = 0; i < kStealColumn; ++i)
    if (!(file >> ticks)) return std::nullopt;
  const long per_second = sysconf(_SC_CLK_TCK);
  return per_second > 0 ? std::optional(ticks * kSecond / per_second) : std::nullopt;
}

#else

std::optional<std::int64_t> stolen_milliseconds() {
  return std::nullopt;
}

#endif

}  // namespace oknos::platform
