#include "lab/play/time_control.h"

#include <fmt/format.h>

#include "engine/base/text.h"
#include "lab/play/plan.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

constexpr std::int64_t kShortestClock = 10;  // milliseconds

// "1", "0.01": seconds without a unit, 0 allowed.
std::optional<std::int64_t> milliseconds(const std::string& text) {
  if (text.find_first_not_of("0.") == std::string::npos && text.find('0') != std::string::npos) return 0;
  const auto time = parse_duration(text);
  return time ? std::optional(*time) : std::nullopt;
}

std::string short_seconds(std::int64_t milliseconds) {
  constexpr double kSecond = 1000.0;
  return fmt::format("{:g} s", static_cast<double>(milliseconds) / kSecond);
}

}  // namespace

Limits TimeControl::limits() const {
  Limits out;
  out.nodes = nodes;
  out.depth = depth;
  out.move_time = move_time;
  return out;
}

Result<TimeControl::Clock> parse_clock(const std::string& text) {
  const Error error{text::quoted(text) + " is not a time control; write seconds + increment (10+0.1), or with moves " +
                    "for a time (40/60+0.6); at least 10 ms"};
  TimeControl::Clock clock;
  std::string rest = text;
  if (const std::size_t stroke = rest.find('/'); stroke != std::string::npos) {
    const auto moves = text::parse_int<int>(rest.substr(0, stroke));
    if (!moves || *moves < 1) return error;
    clock.moves = moves;
    rest = rest.substr(stroke + 1);
  }
  const std::size_t plus = rest.find('+');
  const auto base = milliseconds(rest.substr(0, plus));
  const auto increment =
      plus == std::string::npos ? std::optional<std::int64_t>(0) : milliseconds(rest.substr(plus + 1));
  if (!base || !increment || *base < kShortestClock) return error;
  clock.base = *base;
  clock.increment = *increment;
  return clock;
}

std::string in_words(const TimeControl& control) {
  std::string out;
  const auto add = [&](const std::string& text) { out += (out.empty() ? "" : ", ") + text; };
  if (control.clock) {
    std::string clock = control.clock->moves ? fmt::format("{} moves in ", *control.clock->moves) : "";
    clock += short_seconds(control.clock->base);
    if (control.clock->increment > 0) clock += " + " + short_seconds(control.clock->increment);
    add(clock);
  }
  if (control.nodes) add(grouped(*control.nodes) + " nodes");
  if (control.depth) add(fmt::format("depth {}", *control.depth));
  if (control.move_time) add(short_seconds(*control.move_time) + " a move");
  return out.empty() ? "no limit" : out;
}

}  // namespace oknos::lab
