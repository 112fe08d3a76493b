#pragma once

#include <cstddef>
#include <new>
#include <vector>

#include "engine/platform/cache_line.h"

namespace oknos::train::network {

// Memory aligned to cache lines, so that no SIMD vector crosses two of them.
template <class T>
struct CacheAligned {
  using value_type = T;

  CacheAligned() = default;
  template <class U>
  explicit(false) CacheAligned(const CacheAligned<U>&) {}

  T* allocate(std::size_t count) {
    return static_cast<T*>(::operator new (count * sizeof(T), std::align_val_t{platform::kCacheLine}));
  }
  void deallocate(T* memory, std::size_t) { ::operator delete (memory, std::align_val_t{platform::kCacheLine}); }

  template <class U>
  bool operator==(const CacheAligned<U>&) const {
    return true;
  }
};

using Floats = std::vector<float, CacheAligned<float>>;

}  // namespace oknos::train::network
