#include "engine/pruning/registry/names.h"

#include "engine/base/text.h"

namespace oknos::pruning {

std::string title_of(std::string_view name) {
  std::string out;
  bool begins = true;
  for (const char c : name) {
    if (c == '_') {
      out += ' ';
    } else {
      out += begins ? text::upper(c) : c;
    }
    begins = c == '_';
  }
  return out;
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
