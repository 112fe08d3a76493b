#include "lab/terminal/progress.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>

#include "engine/platform/terminal.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

constexpr std::chrono::milliseconds kRedrawEvery{100};
constexpr std::chrono::seconds kPlainLineEvery{10};
constexpr int kDefaultColumns = 80;
constexpr double kTooEarly = 0.02;  // of the work: before that nobody can say how long it takes

std::string time_left(std::int64_t milliseconds) {
  constexpr std::int64_t kSecond = 1000;
  constexpr std::int64_t kMinute = 60;
  if (milliseconds < 0) return "";
  const std::int64_t s = (milliseconds + kSecond - 1) / kSecond;
  return fmt::format(", {}:{:02} left", s / kMinute, s % kMinute);
}

// Rounded down: 100 % is said when all is done.
double whole_percent(double part) {
  constexpr double kPercent = 100.0;
  return std::floor(kPercent * std::clamp(part, 0.0, 1.0));
}

}  // namespace

Progress::Progress()
    : Progress(stderr, platform::is_terminal(stderr), platform::terminal_columns(stderr).value_or(kDefaultColumns) - 1,
               platform::now) {}

Progress::Progress(std::FILE* to, bool terminal, int width, Clock clock)
    : to_(to), terminal_(terminal), width_(width), clock_(clock), start_(clock()), last_(start_) {
  if (terminal_) last_ -= kRedrawEvery;  // the first line at once
}

void Progress::show(double part, const std::string& text) {
  const platform::TimePoint now = clock_();
  if (now - last_ < (terminal_ ? platform::TimePoint::duration(kRedrawEvery) : kPlainLineEvery)) return;
  last_ = now;
  const std::chrono::duration<double, std::milli> spent = now - start_;
  const double gained = part - begin_;
  const std::int64_t left =
      gained < kTooEarly ? -1 : std::max(0LL, std::llround(spent.count() * (1.0 - part) / gained));
  if (terminal_)
    std::fprintf(to_, "\r%s\x1b[K", progress_line(part, text, left, width_).c_str());
  else
    std::fprintf(to_, "%s\n", plain_progress_line(part, text, left).c_str());
  std::fflush(to_);
  drawn_ = terminal_;
}

void Progress::clear() {
  if (!drawn_) return;
  std::fputs("\r\x1b[K", to_);
  std::fflush(to_);
  drawn_ = false;
}

std::string progress_line(double part, const std::string& text, std::int64_t milliseconds_left, int width) {
  constexpr int kBar = 20;  // columns
  const auto full = static_cast<std::size_t>(std::clamp(part, 0.0, 1.0) * kBar);
  const std::string out = fmt::format("[{}{}] {:3.0f} %  {}{}", repeated("#", full), repeated(".", kBar - full),
                                      whole_percent(part), text, time_left(milliseconds_left));
  return shortened(out, static_cast<std::size_t>(std::max(width, 1)), "");
}

std::string plain_progress_line(double part, const std::string& text, std::int64_t milliseconds_left) {
  return fmt::format("{:.0f} %, {}{}", whole_percent(part), text, time_left(milliseconds_left));
}

}  // namespace oknos::lab
