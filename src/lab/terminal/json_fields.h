#pragma once

#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "lab/terminal/json_text.h"

namespace oknos::lab {

// Reads the fields of one JSON object that a foreign program wrote. What is wrong is kept, the first of all, as
// "\"depth\": must be a whole number from 0 to 255, not -3"; reading continues with nothing in its place.
template <class Json>
class JsonFields {
 public:
  static constexpr std::size_t kShown = 40;  // characters of what is wrong

  // `line` is an object and must outlive this.
  explicit JsonFields(const Json& line) : line_(line) {}

  const std::optional<Error>& error() const { return error_; }
  void refuse(std::string_view field, std::string_view why) {
    if (!error_) error_ = Error{fmt::format("\"{}\": {}", field, why)};
  }

  // Nothing: the field is missing, or wrong.
  std::optional<std::string> text(const char* field) {
    const auto it = line_.find(field);
    if (it == line_.end()) return std::nullopt;
    if (it->is_string()) return it->template get<std::string>();
    refuse(field, "must be a string");
    return std::nullopt;
  }
  std::optional<int> number(const char* field, int least, int most) {
    const auto value = large_number(field, least, most);
    return value ? std::optional(static_cast<int>(*value)) : std::nullopt;
  }
  std::optional<std::int64_t> large_number(const char* field, std::int64_t least, std::int64_t most) {
    const auto it = line_.find(field);
    if (it == line_.end()) return std::nullopt;
    // Converted to a signed number, one that needs all 64 bits comes out negative.
    const bool fits =
        it->is_number_integer() &&
        (!it->is_number_unsigned() || it->template get<std::uint64_t>() <= static_cast<std::uint64_t>(INT64_MAX));
    if (fits && it->template get<std::int64_t>() >= least && it->template get<std::int64_t>() <= most)
      return it->template get<std::int64_t>();
    refuse(field,
           fmt::format("must be a whole number from {} to {}, not {}", least, most, json_text(*it).substr(0, kShown)));
    return std::nullopt;
  }
  // It is wrong if these are missing.
  std::string required_text(const char* field) {
    require(field);
    return text(field).value_or("");
  }
  int required(const char* field, int least, int most) {
    require(field);
    return number(field, least, most).value_or(0);
  }

 private:
  void require(const char* field) {
    if (!line_.contains(field)) refuse(field, "is missing");
  }

  const Json& line_;
  std::optional<Error> error_;
};

}  // namespace oknos::lab
