#pragma once

#include <cstddef>

namespace oknos::platform {

// What threads write often keeps that far apart, in bytes. Lines are 64 bytes on most processors, and some fetch them
// in pairs. (std::hardware_destructive_interference_size is not in every standard library.)
inline constexpr std::size_t kCacheLine = 128;

}  // namespace oknos::platform
