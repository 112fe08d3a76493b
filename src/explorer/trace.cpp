#include "explorer/trace.h"

namespace oknos::explorer {

std::vector<std::uint32_t> Trace::path_to(std::uint32_t entry) const {
  std::vector<std::uint32_t> out;
  for (std::uint32_t at = 0; at < entry;) {
    std::uint32_t child = at + 1;
    while (entry >= child + entries[child].size) child += entries[child].size;
    out.push_back(child);
    at = child;
  }
  return out;
}

}  // namespace oknos::explorer
