#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

// Whole numbers as people write them on a command line.
namespace oknos::lab {

// "1000", "50k", "1.5M", "2G", "1e6", "2.5e3"; nothing where it is no whole number or too large. k, M and G (or B)
// stand for a thousand, a million and a thousand millions, in either case.
std::optional<std::uint64_t> parse_large_count(std::string_view text);

template <std::integral T>
std::optional<T> parse_count(std::string_view text) {
  const auto number = parse_large_count(text);
  if (!number || *number > static_cast<std::uint64_t>(std::numeric_limits<T>::max())) return std::nullopt;
  return static_cast<T>(*number);
}

}  // namespace oknos::lab
