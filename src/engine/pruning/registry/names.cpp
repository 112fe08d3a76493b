#include "engine/pruning/registry/names.h"

#include <algorithm>
#include <utility>

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

// "probcut.table_margin" -> "probcut_table_margin".
std::string with_underscores(std::string_view name) {
  std::string out(name);
  std::replace(out.begin(), out.end(), '.', '_');
  return out;
}

// A canonical name with an old name, which may be the rule in front of a parameter, replaced by today's.
std::string with_current_name(std::string name) {
  for (const OldName& o : kOldNames) {
    const std::string old_name = with_underscores(o.old_name);
    const bool is_parameter = o.old_name.find('.') != std::string_view::npos;
    if (name == old_name || (!is_parameter && name.starts_with(old_name + '_')))
      return with_underscores(o.name) + name.substr(old_name.size());
  }
  return name;
}

}  // namespace

std::string_view current_value(std::string_view convention, std::string_view value) {
  for (const OldName& o : kOldValues) {
    const std::size_t split = o.old_name.find('=');
    if (o.old_name.substr(0, split) == convention && text::equal_ignoring_case(o.old_name.substr(split + 1), value))
      return o.name.substr(split + 1);
  }
  return value;
}

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
  return with_current_name(std::move(out));
}

}  // namespace oknos::pruning
