#include "lab/terminal/words.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "engine/base/text.h"

namespace oknos::lab {

std::string grouped(std::uint64_t n) {
  constexpr std::size_t kGroup = 3;
  std::string out = std::to_string(n);
  for (std::size_t i = out.size(); i > kGroup; i -= kGroup) out.insert(i - kGroup, ",");
  return out;
}

std::string counted(std::uint64_t n, std::string_view one, std::string_view more) {
  const std::string plural = more.empty() ? std::string(one) + "s" : std::string(more);
  return grouped(n) + " " + (n == 1 ? std::string(one) : plural);
}

std::string compact(std::uint64_t n) {
  constexpr double kThousand = 1000.0;
  constexpr std::array<char, 5> kUnits = {'k', 'M', 'G', 'T', 'P'};
  if (n < 1000) return std::to_string(n);
  double value = static_cast<double>(n) / kThousand;
  std::size_t unit = 0;
  while (value >= 999.5 && unit + 1 < kUnits.size()) {
    value /= kThousand;
    ++unit;
  }
  const int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return fmt::format("{:.{}f}{}", value, decimals, kUnits[unit]);
}

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
  constexpr double kSmallest = 0.0005;  // what would be written 0.0 %
  if (part == 0) return "-";
  const double s = share(part, whole);
  if (s < kSmallest) return "<0.1 %";
  return fmt::format("{:.1f} %", 100.0 * s);
}

std::string rate_text(double rate) {
  const double percent = rate * 100.0;
  constexpr double kMin = 0.000005;  // that five decimals show
  if (percent < kMin) return "0 %";
  const int decimals = percent >= 10.0 ? 1 : percent >= 1.0 ? 2 : percent >= 0.001 ? 3 : 5;
  return fmt::format("{:.{}f} %", percent, decimals);
}

std::string seconds(std::int64_t milliseconds) {
  constexpr std::int64_t kSecond = 1000;
  constexpr std::int64_t kMinute = 60;
  const std::int64_t whole = milliseconds / kSecond;
  if (milliseconds <= 0) return "<1 ms";
  if (milliseconds < kSecond) return fmt::format("{} ms", milliseconds);
  if (milliseconds < 10 * kSecond) return fmt::format("{:.2f} s", static_cast<double>(milliseconds) / kSecond);
  if (whole < kMinute) return fmt::format("{:.1f} s", static_cast<double>(milliseconds) / kSecond);
  if (whole < kMinute * kMinute) return fmt::format("{}:{:02} min", whole / kMinute, whole % kMinute);
  return fmt::format("{}:{:02}:{:02} h", whole / (kMinute * kMinute), whole / kMinute % kMinute, whole % kMinute);
}

Score white_view(Score score, Color side_to_move) {
  return side_to_move == Color::White ? score : -score;
}

int mate_moves(Score score) {
  return is_win(score) ? ((kMate - score).value() + 1) / 2 : -((kMate + score).value() + 1) / 2;
}

std::string score_text(Score score) {
  if (is_mate(score)) return fmt::format("#{}{}", is_loss(score) ? "-" : "", std::abs(mate_moves(score)));
  if (score == Score{0}) return "0.00";
  return fmt::format("{:+.2f}", score.value() / 100.0);
}

std::size_t display_width(std::string_view utf8) {
  const auto begins_a_sign = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
  return static_cast<std::size_t>(std::count_if(utf8.begin(), utf8.end(), begins_a_sign));
}

std::string padded_left(std::string_view text, std::size_t width) {
  const std::size_t own = display_width(text);
  return std::string(own < width ? width - own : 0, ' ') + std::string(text);
}

std::string padded_right(std::string_view text, std::size_t width) {
  const std::size_t own = display_width(text);
  return std::string(text) + std::string(own < width ? width - own : 0, ' ');
}

std::string shortened(std::string_view text, std::size_t width, std::string_view ellipsis) {
  if (display_width(text) <= width) return std::string(text);
  const std::size_t room = width - std::min(width, display_width(ellipsis));
  std::size_t end = 0;
  for (std::size_t signs = 0; end < text.size(); ++end) {
    if ((static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) continue;
    if (++signs > room) break;
  }
  return std::string(text.substr(0, end)) + std::string(ellipsis);
}

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
  std::string out;
  std::size_t column = 0;
  for (const std::string_view word : text::words(text)) {
    const std::size_t own = display_width(word);
    if (column > 0 && column + 1 + own > width) {
      out += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (column > 0) {
      out += ' ';
      ++column;
    }
    out += word;
    column += own;
  }
  return out + "\n";
}

std::string plain_name(std::string_view rule) {
  std::string out(rule);
  std::replace(out.begin(), out.end(), '_', ' ');
  constexpr std::string_view kExchange = " see";  // static exchange evaluation
  if (out.ends_with(kExchange)) out.replace(out.size() - kExchange.size(), kExchange.size(), " SEE");
  if (out.starts_with("see ")) out.replace(0, 3, "SEE");
  return out;
}

std::string capitalised(std::string text) {
  if (!text.empty()) text.front() = text::upper(text.front());
  return text;
}

std::string repeated(std::string_view sign, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += sign;
  return out;
}

}  // namespace oknos::lab
