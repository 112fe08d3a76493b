#include "lab/progress.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>

#include "lab/words.h"
#include "platform/terminal.h"

namespace oknos::lab {

namespace {

constexpr std::int64_t kRedrawEvery = 100;  // milliseconds
constexpr int kDefaultColumns = 80;
constexpr double kTooEarly = 0.02;  // of the work: before that nobody can say how long it takes

}  // namespace

Progress::Progress()
    : on_(platform::is_terminal(stderr)),
      width_(platform::terminal_columns(stderr).value_or(kDefaultColumns) - 1),
      last_(start_ - std::chrono::milliseconds(kRedrawEvery)) {}

void Progress::show(double part, const std::string& text) {
  if (!on_ || platform::milliseconds_since(last_) < kRedrawEvery) return;
  last_ = platform::now();
  const auto spent = static_cast<double>(platform::milliseconds_since(start_));
  const std::int64_t left = part < kTooEarly ? -1 : std::llround(spent * (1.0 - part) / part);
  std::fprintf(stderr, "\r%s\x1b[K", progress_line(part, text, left, width_).c_str());
  std::fflush(stderr);
  drawn_ = true;
}

void Progress::clear() {
  if (!drawn_) return;
  std::fputs("\r\x1b[K", stderr);
  std::fflush(stderr);
  drawn_ = false;
}

std::string progress_line(double part, const std::string& text, std::int64_t milliseconds_left, int width) {
  constexpr int kBar = 20;  // columns
  constexpr std::int64_t kSecond = 1000;
  constexpr std::int64_t kMinute = 60;
  part = std::clamp(part, 0.0, 1.0);
  const auto full = static_cast<std::size_t>(part * kBar);
  std::string out = fmt::format("[{}{}] {:3.0f} %  {}", repeated("#", full), repeated(".", kBar - full),
                                std::floor(100.0 * part), text);
  if (milliseconds_left >= 0) {
    const std::int64_t s = (milliseconds_left + kSecond - 1) / kSecond;
    out += fmt::format(", {}:{:02} left", s / kMinute, s % kMinute);
  }
  return shortened(out, static_cast<std::size_t>(std::max(width, 1)), "");
}

}  // namespace oknos::lab
