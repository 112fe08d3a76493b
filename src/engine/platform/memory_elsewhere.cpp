#include "engine/platform/memory.h"

#if !defined(__linux__) && !defined(__APPLE__) && !defined(_WIN32)

#include <cstdlib>

namespace oknos::platform {

LargeBlock::LargeBlock(std::size_t bytes) : memory_(std::calloc(1, bytes), Release{bytes}), size_(bytes) {}

void LargeBlock::Release::operator()(void* p) const {
  std::free(p);
}

std::size_t physical_memory() {
  return 0;
}

}  // namespace oknos::platform

#endif
