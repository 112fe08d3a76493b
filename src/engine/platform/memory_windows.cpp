#include "engine/platform/memory.h"

#ifdef _WIN32

#include "engine/platform/windows_api.h"

namespace oknos::platform {

// Without large pages: Windows gives them only to users whom an administrator has granted it ("lock pages in memory").
LargeBlock::LargeBlock(std::size_t bytes) {
  memory_ = std::unique_ptr<void, Release>(VirtualAlloc(nullptr, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE),
                                           Release{bytes});
  size_ = bytes;
}

void LargeBlock::Release::operator()(void* p) const {
  VirtualFree(p, 0, MEM_RELEASE);
}

std::size_t physical_memory() {
  MEMORYSTATUSEX status{};
  status.dwLength = sizeof status;
  return GlobalMemoryStatusEx(&status) ? static_cast<std::size_t>(status.ullTotalPhys) : 0;
}

}  // namespace oknos::platform

#endif
