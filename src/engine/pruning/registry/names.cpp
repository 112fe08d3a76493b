#include "engine/pruning/registry/names.h"

#include <algorithm>
#include <array>

#include "engine/base/text.h"

namespace oknos::pruning {

namespace {

constexpr std::array<std::string_view, 3> kAbbreviations = {"pv", "see", "tt"};

std::string title_of_word(std::string_view word) {
  std::string out(word);
  const bool all = std::find(kAbbreviations.begin(), kAbbreviations.end(), word) != kAbbreviations.end();
  for (std::size_t i = 0; i < (all ? out.size() : std::min<std::size_t>(out.size(), 1)); ++i)
    out[i] = text::upper(out[i]);
  return out;
}

}  // namespace

std::string title_of(std::string_view name) {
  std::string out;
  while (true) {
    const std::size_t end = name.find('_');
    out += title_of_word(name.substr(0, end));
    if (end == std::string_view::npos) return out;
    out += ' ';
    name.remove_prefix(end + 1);
  }
}

std::string canonical(std::string_view name) {
  std::string out;
  for (const char c : text::trim(name)) {
    const bool separates = text::is_space(c) || c == '_' || c == '-' || c == '.';
    if (!separates) {
      out += text::lower(c);
    } else if (!out.empty() && out.back() != '_') {
      out += '_';
    }
  }
  return out;
}

}  // namespace oknos::pruning
