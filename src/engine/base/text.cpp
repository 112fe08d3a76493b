#include "engine/base/text.h"

#include <algorithm>

namespace oknos::text {

std::string_view trim(std::string_view s) {
  while (!s.empty() && is_space(s.front())) s.remove_prefix(1);
  while (!s.empty() && is_space(s.back())) s.remove_suffix(1);
  return s;
}

std::string to_lower(std::string_view s) {
  std::string out(s);
  std::transform(out.begin(), out.end(), out.begin(), lower);
  return out;
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

std::string_view next_word(std::string_view& rest) {
  while (!rest.empty() && is_space(rest.front())) rest.remove_prefix(1);
  std::size_t n = 0;
  while (n < rest.size() && !is_space(rest[n])) ++n;
  const std::string_view word = rest.substr(0, n);
  rest.remove_prefix(n);
  return word;
}

std::vector<std::string_view> words(std::string_view s) {
  std::vector<std::string_view> out;
  for (std::string_view w = next_word(s); !w.empty(); w = next_word(s)) out.push_back(w);
  return out;
}

namespace {

unsigned byte_at(std::string_view s, std::size_t i) {
  return static_cast<unsigned char>(s[i]);
}

// The first and the second byte of a well-formed UTF-8 sequence (Unicode standard, table 3-7); all further ones are
// continuations, 0x80 to 0xbf.
struct Utf8Form {
  unsigned first_least, first_most;
  unsigned second_least, second_most;
  std::size_t length;
};
constexpr Utf8Form kUtf8Forms[] = {
    {0x00, 0x7f, 0x80, 0xbf, 1}, {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
    {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
    {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4}};

// Bytes of the UTF-8 character that `s` begins with; 0 when there is none. Precondition: not empty.
std::size_t utf8_length(std::string_view s) {
  for (const Utf8Form& form : kUtf8Forms) {
    if (byte_at(s, 0) < form.first_least || byte_at(s, 0) > form.first_most) continue;
    if (s.size() < form.length) return 0;
    if (form.length > 1 && (byte_at(s, 1) < form.second_least || byte_at(s, 1) > form.second_most)) return 0;
    for (std::size_t i = 2; i < form.length; ++i)
      if (byte_at(s, i) < 0x80 || byte_at(s, i) > 0xbf) return 0;
    return form.length;
  }
  return 0;
}

std::string escaped(char c) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  return {'\\', 'x', kDigits[byte >> 4], kDigits[byte & 15]};
}

}  // namespace

std::string quoted(std::string_view s, std::size_t limit) {
  std::string out = "\"";
  std::size_t i = 0;
  while (i < s.size()) {
    const std::size_t length = utf8_length(s.substr(i));
    const std::size_t bytes = std::max<std::size_t>(length, 1);
    if (i + bytes > limit) break;
    if (length == 0) {
      out += escaped(s[i]);
    } else if (const unsigned byte = byte_at(s, i); byte < 0x20 || byte == 0x7f) {
      out += '?';
    } else {
      out += s.substr(i, length);
    }
    i += bytes;
  }
  if (i < s.size()) out += "...";
  return out + '"';
}

}  // namespace oknos::text
