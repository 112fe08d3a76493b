#include "lab/terminal/live_table.h"

#include <chrono>
#include <cstdio>

#include "engine/platform/terminal.h"

namespace oknos::lab {

namespace {

constexpr std::int64_t kRedrawTableEvery = 250;  // milliseconds, on a terminal
constexpr std::int64_t kLogLineEvery = 10000;    // milliseconds, elsewhere

}  // namespace

LiveTable::LiveTable()
    : on_(platform::is_terminal(stderr)),
      style_(style_of(stderr, ColorChoice::Auto)),
      last_(platform::now() - std::chrono::milliseconds(on_ ? kRedrawTableEvery : 0)) {}

void LiveTable::show(const Lines& lines, const LogLine& log_line) {
  if (platform::milliseconds_since(last_) < (on_ ? kRedrawTableEvery : kLogLineEvery)) return;
  last_ = platform::now();
  if (!on_) {
    std::fprintf(stderr, "%s\n", log_line().c_str());
    return;
  }
  clear();
  const std::vector<std::string> drawn = lines(style_);
  for (const std::string& line : drawn) std::fprintf(stderr, "%s\x1b[K\n", line.c_str());
  std::fflush(stderr);
  drawn_ = drawn.size();
}

void LiveTable::clear() {
  if (drawn_ == 0) return;
  std::fprintf(stderr, "\x1b[%zuA\r\x1b[J", drawn_);
  std::fflush(stderr);
  drawn_ = 0;
}

}  // namespace oknos::lab
