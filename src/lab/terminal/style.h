#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

// How the laboratory looks where it is read: colours, signs beyond ASCII, and how wide a line may be.
namespace oknos::lab {

enum class Tone : std::uint8_t { Plain, Strong, Faint, Good, Bad, Warning, Accent };

struct Style {
  static constexpr int kNarrowest = 40;  // columns; a narrower terminal wraps as it likes
  static constexpr int kDefaultWidth = 100;
  static constexpr int kWidest = 120;  // longer lines are hard to read

  bool color = false;
  bool unicode = false;
  int width = kDefaultWidth;  // columns

  // The text in that tone; unchanged without colours.
  std::string paint(Tone tone, std::string_view text) const;

  std::string_view arrow() const { return unicode ? "→" : "->"; }
  std::string_view ellipsis() const { return unicode ? "…" : "..."; }
  std::string_view dot() const { return unicode ? "·" : "-"; }
};

enum class ColorChoice : std::uint8_t { Auto, Always, Never };

// What suits the stream. Auto: colours on a terminal that is not "dumb", unless NO_COLOR is set (https://no-color.org).
// The width is that of COLUMNS, or of the terminal; signs beyond ASCII are used where the locale's character set is
// UTF-8.
Style style_of(std::FILE* stream, ColorChoice choice);

}  // namespace oknos::lab
