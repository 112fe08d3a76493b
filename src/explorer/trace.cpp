#include "explorer/trace.h"

namespace oknos::explorer {

std::vector<std::uint32_t> Trace::parents() const {
  std::vector<std::uint32_t> out(entries.size());
  std::vector<std::uint32_t> open;
  for (std::uint32_t i = 0; i < entries.size(); ++i) {
    while (!open.empty() && i >= open.back() + entries[open.back()].size) open.pop_back();
    out[i] = open.empty() ? 0 : open.back();
    open.push_back(i);
  }
  return out;
}

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
