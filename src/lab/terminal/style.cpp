#include "lab/terminal/style.h"

#include <algorithm>
#include <cstdlib>

#include "engine/base/text.h"
#include "engine/platform/terminal.h"

namespace oknos::lab {

namespace {

std::string_view code_of(Tone tone) {
  switch (tone) {
    case Tone::Plain:
      return "";
    case Tone::Strong:
      return "1";
    case Tone::Faint:
      return "2";
    case Tone::Good:
      return "32";
    case Tone::Bad:
      return "31";
    case Tone::Warning:
      return "33";
    case Tone::Accent:
      return "36";
  }
  return "";
}

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

bool wants_color(std::FILE* stream, ColorChoice choice) {
  if (choice != ColorChoice::Auto) return choice == ColorChoice::Always;
  return environment("NO_COLOR").empty() && environment("TERM") != "dumb" && platform::is_terminal(stream);
}

// The first of these that is set decides, as the C library has it.
bool locale_is_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string value = text::to_lower(environment(name));
    if (value.empty()) continue;
    return value.find("utf-8") != std::string::npos || value.find("utf8") != std::string::npos;
  }
  return false;
}

int width_of(std::FILE* stream) {
  if (const auto columns = text::parse_int<int>(environment("COLUMNS")); columns && *columns > 0) return *columns;
  return platform::terminal_columns(stream).value_or(Style::kDefaultWidth);
}

}  // namespace

std::string Style::paint(Tone tone, std::string_view text) const {
  if (!color || tone == Tone::Plain || text.empty()) return std::string(text);
  return "\x1b[" + std::string(code_of(tone)) + "m" + std::string(text) + "\x1b[0m";
}

Style style_of(std::FILE* stream, ColorChoice choice) {
  Style style;
  style.color = wants_color(stream, choice);
  style.unicode = locale_is_utf8();
  style.width = std::clamp(width_of(stream), Style::kNarrowest, Style::kWidest);
  return style;
}

}  // namespace oknos::lab
