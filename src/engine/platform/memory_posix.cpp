#include "engine/platform/memory.h"

#if defined(__linux__) || defined(__APPLE__)

#include <cstdint>
#include <sys/mman.h>
#include <unistd.h>

namespace oknos::platform {

namespace {
constexpr std::size_t kLargePage = std::size_t{2} << 20;
}

// Mapped one large page longer than asked and aligned by hand: only aligned memory is backed by large pages.
LargeBlock::LargeBlock(std::size_t bytes) {
  const std::size_t mapped = (bytes + kLargePage - 1) / kLargePage * kLargePage + kLargePage;
  if (mapped < bytes) return;
  void* raw = mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (raw == MAP_FAILED) return;
  const auto begin = reinterpret_cast<std::uintptr_t>(raw);
  const std::uintptr_t aligned = (begin + kLargePage - 1) / kLargePage * kLargePage;
  const std::size_t kept = mapped - kLargePage;
  if (aligned > begin) munmap(raw, aligned - begin);
  if (const std::size_t tail = begin + mapped - aligned - kept; tail > 0)
    munmap(reinterpret_cast<void*>(aligned + kept), tail);
  memory_ = std::unique_ptr<void, Release>(reinterpret_cast<void*>(aligned), Release{kept});
  size_ = bytes;
#if defined(MADV_HUGEPAGE)
  large_pages_ = madvise(memory_.get(), kept, MADV_HUGEPAGE) == 0;
#endif
}

void LargeBlock::Release::operator()(void* p) const {
  munmap(p, size_);
}

std::size_t physical_memory() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page = sysconf(_SC_PAGESIZE);
  return pages > 0 && page > 0 ? static_cast<std::size_t>(pages) * static_cast<std::size_t>(page) : 0;
}

}  // namespace oknos::platform

#endif
