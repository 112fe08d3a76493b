#include "lab/terminal/key_values.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

#include "engine/base/text.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

Result<std::vector<KeyValue>> parse_key_values(std::string_view text, std::string_view option,
                                               const std::vector<std::string_view>& known) {
  std::vector<KeyValue> out;
  const std::string keys = listed(known, [](std::string_view key) { return fmt::format("{}=", key); });
  for (std::string_view rest = text;;) {
    const std::size_t comma = rest.find(',');
    const std::string_view word = text::trim(rest.substr(0, comma));
    const std::size_t equals = word.find('=');
    const std::string_view key = word.substr(0, equals);
    if (equals == std::string_view::npos || std::find(known.begin(), known.end(), key) == known.end())
      return Error{
          fmt::format("{}: {} is not understood; it takes {} between commas", option, text::quoted(word), keys)};
    if (std::any_of(out.begin(), out.end(), [&](const KeyValue& k) { return k.key == key; }))
      return Error{fmt::format("{}: {} is given twice; once is enough", option, key)};
    out.push_back({std::string(key), std::string(word.substr(equals + 1))});
    if (comma == std::string_view::npos) return out;
    rest.remove_prefix(comma + 1);
  }
}

std::optional<double> parse_number(std::string_view text) {
  if (text.size() > 1 && text.front() == '+' && text[1] != '-') text.remove_prefix(1);
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace oknos::lab
