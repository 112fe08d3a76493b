// The parameters of `go`.
#include <algorithm>
#include <array>

#include "engine/base/text.h"
#include "engine/uci/command.h"

namespace oknos::uci {

namespace {

// Far beyond any use, and far from overflow in the arithmetic behind.
constexpr std::int64_t kMaxTime = 1'000'000'000'000;  // milliseconds: 31 years
constexpr std::int64_t kMaxMoves = 100'000;
constexpr std::int64_t kMaxPerft = 60;

constexpr std::array<std::string_view, 13> kKeywords = {"searchmoves", "ponder", "wtime",   "btime", "winc",
                                                        "binc",        "depth",  "nodes",   "mate",  "movestogo",
                                                        "movetime",    "perft",  "infinite"};

bool is_keyword(std::string_view word) {
  return std::find(kKeywords.begin(), kKeywords.end(), word) != kKeywords.end();
}

// Some programs send clocks as "1000.5": the part behind the point is below what is counted.
std::string_view whole_part(std::string_view word) {
  const std::size_t point = word.find('.');
  if (point == 0 || point == std::string_view::npos) return word;
  const std::string_view fraction = word.substr(point + 1);
  return std::all_of(fraction.begin(), fraction.end(), text::is_digit) ? word.substr(0, point) : word;
}

// A whole number; one too large for the type becomes the largest (or the smallest).
std::optional<std::int64_t> parse_number(std::string_view word) {
  if (const auto number = text::parse_int<std::int64_t>(word)) return number;
  const bool negative = !word.empty() && word.front() == '-';
  if (negative) word.remove_prefix(1);
  if (word.empty() || !std::all_of(word.begin(), word.end(), text::is_digit)) return std::nullopt;
  return negative ? INT64_MIN : INT64_MAX;
}

class GoParser {
 public:
  explicit GoParser(std::string_view arguments) : words_(text::words(arguments)) {}

  Go parse() {
    while (at_ < words_.size()) parse_parameter(words_[at_++]);
    // Nothing that ends a search was said, well or badly: that is how people write `go infinite`.
    if (!go_.says_when_to_end() && go_.problems.empty()) go_.limits.infinite = true;
    return std::move(go_);
  }

 private:
  void parse_parameter(std::string_view word) {
    Limits& limits = go_.limits;
    if (word == "infinite") {
      limits.infinite = true;
    } else if (word == "ponder") {
      limits.ponder = true;
    } else if (word == "searchmoves") {
      while (at_ < words_.size() && !is_keyword(words_[at_])) go_.search_moves.emplace_back(words_[at_++]);
      if (go_.search_moves.empty()) go_.problems.emplace_back("searchmoves needs moves after it");
    } else if (!is_keyword(word)) {
      go_.problems.push_back(text::quoted(word, 40) + " is not a word that go knows");
    } else {
      parse_numeric(word);
    }
  }

  // Clocks may be late (negative) and are clamped; what counts something must be at least 1.
  void parse_numeric(std::string_view word) {
    const auto white = static_cast<std::size_t>(index(Color::White));
    const auto black = static_cast<std::size_t>(index(Color::Black));
    Limits& limits = go_.limits;
    if (word == "wtime") {
      if (const auto n = milliseconds(word, -kMaxTime)) limits.time[white] = *n;
    } else if (word == "btime") {
      if (const auto n = milliseconds(word, -kMaxTime)) limits.time[black] = *n;
    } else if (word == "winc") {
      if (const auto n = milliseconds(word, 0)) limits.increment[white] = *n;
    } else if (word == "binc") {
      if (const auto n = milliseconds(word, 0)) limits.increment[black] = *n;
    } else if (word == "movetime") {
      if (const auto n = milliseconds(word, 0)) limits.move_time = *n;
    } else if (word == "movestogo") {
      const auto n = number(word, 0, kMaxMoves);
      if (n && *n > 0) limits.moves_to_go = static_cast<int>(*n);  // some programs send 0 for "not known"
    } else if (word == "depth") {
      if (const auto n = count(word, kMaxDepth.plies())) limits.depth = static_cast<int>(*n);
    } else if (word == "nodes") {
      if (const auto n = count(word, INT64_MAX)) limits.nodes = static_cast<std::uint64_t>(*n);
    } else if (word == "mate") {
      if (const auto n = count(word, kMaxPly / 2)) limits.mate = static_cast<int>(*n);
    } else if (word == "perft") {
      go_.wants_perft = true;
      if (const auto n = count(word, kMaxPerft)) go_.perft = static_cast<int>(*n);
    }
  }

  std::optional<std::int64_t> milliseconds(std::string_view parameter, std::int64_t least) {
    if (at_ < words_.size()) words_[at_] = whole_part(words_[at_]);
    return number(parameter, least, kMaxTime);
  }

  std::optional<std::int64_t> number(std::string_view parameter, std::int64_t least, std::int64_t most) {
    const auto n = take_number(parameter, "a whole number");
    if (!n) return std::nullopt;
    return std::clamp(*n, least, most);
  }

  std::optional<std::int64_t> count(std::string_view parameter, std::int64_t most) {
    constexpr std::string_view kRight = "a whole number from 1";
    const auto n = take_number(parameter, kRight);
    if (!n) return std::nullopt;
    if (*n >= 1) return std::min(*n, most);
    report(parameter, words_[at_ - 1], kRight);
    return std::nullopt;
  }

  // A keyword in the number's place is not swallowed.
  std::optional<std::int64_t> take_number(std::string_view parameter, std::string_view right) {
    if (at_ >= words_.size() || is_keyword(words_[at_])) {
      go_.problems.push_back(std::string(parameter) + " needs " + std::string(right) + " after it");
      return std::nullopt;
    }
    const std::string_view word = words_[at_++];
    const auto n = parse_number(word);
    if (!n) report(parameter, word, right);
    return n;
  }

  void report(std::string_view parameter, std::string_view word, std::string_view right) {
    go_.problems.push_back(std::string(parameter) + " " + text::quoted(word, 40) + " should be " + std::string(right));
  }

  std::vector<std::string_view> words_;
  std::size_t at_ = 0;
  Go go_;
};

}  // namespace

bool Go::says_when_to_end() const {
  const bool clock = limits.time[0] || limits.time[1] || limits.increment[0] > 0 || limits.increment[1] > 0;
  return clock || limits.depth || limits.nodes || limits.move_time || limits.mate || limits.infinite || limits.ponder ||
         perft;
}

Go parse_go(std::string_view arguments) {
  return GoParser(arguments).parse();
}

}  // namespace oknos::uci
