#pragma once

#include <string_view>

namespace oknos::lab {

inline constexpr std::string_view kVersion = "0.1.0";

}  // namespace oknos::lab
