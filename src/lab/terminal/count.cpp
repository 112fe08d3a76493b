#include "lab/terminal/count.h"

#include "engine/base/text.h"

namespace oknos::lab {

namespace {

constexpr std::uint64_t kTen = 10;

// to * 10 + digit, unless that is too large.
bool append_digit(std::uint64_t& to, std::uint64_t digit) {
  constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();
  if (to > (kMax - digit) / kTen) return false;
  to = to * kTen + digit;
  return true;
}

// The power of ten that a suffix stands for: "" 0, "k" 3, "e4" 4.
std::optional<int> exponent_of(std::string_view suffix) {
  constexpr int kThousand = 3, kMillion = 6, kThousandMillion = 9, kLargest = 19;
  if (suffix.empty()) return 0;
  const char first = text::lower(suffix.front());
  if (first == 'e') {
    const auto exponent = text::parse_int<int>(suffix.substr(1));
    if (!exponent || *exponent < 0 || *exponent > kLargest) return std::nullopt;
    return exponent;
  }
  if (suffix.size() > 1) return std::nullopt;
  if (first == 'k') return kThousand;
  if (first == 'm') return kMillion;
  if (first == 'g' || first == 'b') return kThousandMillion;
  return std::nullopt;
}

}  // namespace

std::optional<std::uint64_t> parse_large_count(std::string_view text) {
  if (text.size() > 1 && text.front() == '+') text.remove_prefix(1);
  std::uint64_t value = 0;
  int decimals = 0;
  bool digits = false, point = false;
  std::size_t i = 0;
  for (; i < text.size() && (text::is_digit(text[i]) || (text[i] == '.' && !point)); ++i) {
    if (text[i] == '.') {
      point = true;
      continue;
    }
    digits = true;
    if (point) ++decimals;
    if (!append_digit(value, static_cast<std::uint64_t>(text[i] - '0'))) return std::nullopt;
  }
  const auto exponent = exponent_of(text.substr(i));
  if (!digits || !exponent) return std::nullopt;
  int zeros = *exponent - decimals;
  for (; zeros > 0; --zeros)
    if (!append_digit(value, 0)) return std::nullopt;
  for (; zeros < 0; ++zeros) {
    if (value % kTen != 0) return std::nullopt;  // a fraction is left
    value /= kTen;
  }
  return value;
}

}  // namespace oknos::lab
