#pragma once

#include <string_view>

// What the engine says of itself.
namespace oknos::uci {

inline constexpr std::string_view kName = "Oknos";
inline constexpr std::string_view kVersion = "0.2.0";  // CMake reads it here
inline constexpr std::string_view kAuthor = "the Oknos authors";

}  // namespace oknos::uci
