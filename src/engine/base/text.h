#pragma once

#include <charconv>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Small text helpers that do not depend on the locale.
namespace oknos::text {

constexpr bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}
constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
constexpr char upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}
constexpr bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}

std::string_view trim(std::string_view s);
std::string to_lower(std::string_view s);
bool equal_ignoring_case(std::string_view a, std::string_view b);

// Words separated by any white space.
std::vector<std::string_view> words(std::string_view s);

// Removes the first word from `rest` and returns it; empty when there is none.
std::string_view next_word(std::string_view& rest);

// The whole of `s` as a number, or nothing: "12x", "" and out-of-range text are not numbers. A leading '+' is allowed.
template <std::integral T>
std::optional<T> parse_int(std::string_view s) {
  if (s.size() > 1 && s.front() == '+' && is_digit(s[1])) s.remove_prefix(1);
  T value{};
  const auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), value);
  if (error != std::errc{} || end != s.data() + s.size()) return std::nullopt;
  return value;
}

// Text from outside, made fit for one line of a message: control characters replaced by '?', bytes that are not UTF-8
// written as \xNN, cut after `limit` bytes or a little before, never within a character.
std::string quoted(std::string_view s, std::size_t limit = 80);

}  // namespace oknos::text
