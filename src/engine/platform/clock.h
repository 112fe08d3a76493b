#pragma once

#include <chrono>
#include <cstdint>

// Time that never runs backwards.
namespace oknos::platform {

using TimePoint = std::chrono::steady_clock::time_point;

inline TimePoint now() {
  return std::chrono::steady_clock::now();
}
inline std::int64_t milliseconds_since(TimePoint start) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(now() - start).count();
}

}  // namespace oknos::platform
