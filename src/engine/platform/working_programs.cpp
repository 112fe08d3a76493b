#include "engine/platform/working_programs.h"

#if defined(__linux__)
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#endif

namespace oknos::platform {

#if defined(__linux__)

namespace {

namespace fs = std::filesystem;

std::string folder_of(int process) {
  return "/proc/" + std::to_string(process);
}

// Those that it has started and that still run, whichever of its threads started them.
std::vector<int> children_of(int process) {
  std::vector<int> out;
  std::error_code error;
  for (const fs::directory_entry& thread : fs::directory_iterator(folder_of(process) + "/task", error)) {
    std::ifstream children(thread.path() / "children");
    for (int child = 0; children >> child;) out.push_back(child);
  }
  return out;
}

}  // namespace

std::vector<std::string> working_programs(int process) {
  constexpr std::size_t kMax = 100;  // processes: enough for any script around an engine
  std::vector<std::string> out;
  std::vector<int> left = {process};
  for (std::size_t seen = 0; seen < left.size() && seen < kMax; ++seen) {
    const std::vector<int> children = children_of(left[seen]);
    if (children.empty()) out.push_back(folder_of(left[seen]) + "/exe");
    left.insert(left.end(), children.begin(), children.end());
  }
  return out;
}

#else

std::vector<std::string> working_programs(int) {
  return {};
}

#endif

}  // namespace oknos::platform
