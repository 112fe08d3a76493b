#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

// Options of the form "moves=4,score=600".
namespace oknos::lab {

struct KeyValue {
  std::string key;
  std::string value;
  bool operator==(const KeyValue&) const = default;
};

// Words between commas, in the order given; each must be KEY=VALUE with a key of `known`, none twice. `option` is what
// messages call the input.
Result<std::vector<KeyValue>> parse_key_values(std::string_view text, std::string_view option,
                                               const std::vector<std::string_view>& known);

// The whole text as a finite number.
std::optional<double> parse_number(std::string_view text);

}  // namespace oknos::lab
