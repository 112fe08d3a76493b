#pragma once

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>

// What is left of a program's output when everything is taken out that differs from run to run or machine to machine.
namespace oknos::test {

// Real numbers with more than six decimals, to five significant digits: the last ones depend on how a compiler orders
// and fuses operations.
inline std::string with_short_reals(const std::string& line) {
  constexpr std::size_t kMaxDecimals = 6;
  const auto is_digit = [&](std::size_t i) {
    return i < line.size() && std::isdigit(static_cast<unsigned char>(line[i])) != 0;
  };
  std::string out;
  for (std::size_t i = 0; i < line.size();) {
    std::size_t end = i;
    while (is_digit(end)) ++end;
    const std::size_t point = end;
    if (end > i && end < line.size() && line[end] == '.' && is_digit(end + 1))
      for (++end; is_digit(end);) ++end;
    if (end > point + kMaxDecimals) {
      const char* begin = line.c_str() + i;
      char* after = nullptr;
      std::array<char, 32> digits{};  // NOLINT
      std::snprintf(digits.data(), digits.size(), "%.5g", std::strtod(begin, &after));
      out += digits.data();
      i += static_cast<std::size_t>(after - begin);
      continue;
    }
    end = std::max(end, i + 1);
    out += line.substr(i, end - i);
    i = end;
  }
  return out;
}

// A time in a column (two spaces before it) gives way to "* ms" of the same width, one in a sentence to "* ms".
inline std::string without_times(const std::string& line) {
  static const std::regex time(R"(( *)(<?\d+ ms|\d+\.\d+ s|\d+:\d\d min|\d+:\d\d:\d\d h)\b)");
  const std::string sign = "* ms";
  std::string out;
  std::size_t from = 0;
  for (std::sregex_iterator at(line.begin(), line.end(), time), end; at != end; ++at) {
    const auto begin = static_cast<std::size_t>(at->position());
    const auto spaces = static_cast<std::size_t>(at->length(1));
    const auto width = static_cast<std::size_t>(at->length());
    out += line.substr(from, begin - from);
    out += std::string(spaces < 2 ? spaces : std::max(width, sign.size() + 2) - sign.size(), ' ') + sign;
    from = begin + width;
  }
  return out + line.substr(from);
}

// The filter of all snapshots, in its two forms: of text, and of JSON. It replaces by a star
//   times of searching ("3 ms", "time_ms": 3), what is sorted by them, and speeds ("1.13M a second"),
//   the hour of the day (2026-01-31T12:00:00Z) and the version (Oknos 0.1.0, "oknos": "0.1.0").
inline std::string without_what_varies(const std::string& text) {
  static const std::regex speed(R"([\d.,]+[kMG]?( games)? (a second|an hour))");
  static const std::regex moment(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)");
  static const std::regex version(R"(Oknos \d+\.\d+\.\d+)");
  std::string out;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    std::string line = text.substr(from, end - from);
    from = end + 1;
    const auto has = [&line](const char* word) { return line.find(word) != std::string::npos; };
    if (has(" ms") || has(" s") || has(" min") || has(" h")) line = without_times(line);
    if (has(" a second") || has(" an hour")) line = std::regex_replace(line, speed, "*$1 $2");
    if (has("Z")) line = std::regex_replace(line, moment, "*");
    if (has("Oknos ")) line = std::regex_replace(line, version, "Oknos *");
    out += line + "\n";
  }
  return out;
}
inline nlohmann::ordered_json without_what_varies(nlohmann::ordered_json json) {
  static const std::set<std::string> varying = {"time_ms", "by_time_ms", "ms", "ms_per_move", "longest_ms", "oknos"};
  for (auto& [key, element] : json.items()) {
    if (json.is_object() && varying.contains(key) && !element.is_null())
      element = "*";
    else if (element.is_structured())
      element = without_what_varies(element);
  }
  return json;
}

// The part of it that is also for stores whose times are made up. It shortens real numbers, and replaces by a star the
// hash of a preset's settings, which changes with every new parameter of a rule.
inline std::string with_short_numbers(const std::string& text) {
  static const std::regex settings("(settings |^ +)[0-9a-f]{16}");
  std::string out;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    std::string line = with_short_reals(text.substr(from, end - from));
    from = end + 1;
    const bool may_hold = line.find("settings") != std::string::npos || line.find("    ") != std::string::npos;
    out += (may_hold ? std::regex_replace(line, settings, "$1*") : line) + "\n";
  }
  return out;
}

// JSON with one element a line, but in one line what is short or has no elements with elements of their own.
inline std::string readable(const nlohmann::ordered_json& json, std::size_t indent = 0) {
  constexpr std::size_t kShort = 160;
  std::string line = json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  if (!json.is_structured() || json.empty()) return line;
  const bool is_object = json.is_object();
  const bool is_flat = std::none_of(json.begin(), json.end(), [](const auto& e) { return e.is_structured(); });
  std::string out = is_object ? "{" : "[";
  if (is_flat || line.size() + indent <= kShort) {
    for (const auto& [key, element] : json.items())
      out += (out.size() > 1 ? ", " : "") + (is_object ? nlohmann::json(key).dump() + ": " : "") + readable(element);
    return out + (is_object ? "}" : "]");
  }
  for (const auto& [key, element] : json.items())
    out += (out.size() > 1 ? ",\n" : "\n") + std::string(indent + 1, ' ') +
           (is_object ? nlohmann::json(key).dump() + ": " : "") + readable(element, indent + 1);
  return out + "\n" + std::string(indent, ' ') + (is_object ? "}" : "]");
}

}  // namespace oknos::test
