#include "engine/uci/genfens.h"

#include <cstdlib>
#include <fstream>
#include <optional>

#include "engine/base/text.h"
#include "engine/chess/fen.h"
#include "engine/chess/random_line.h"
#include "engine/search/engine.h"

namespace oknos::uci {

namespace {

constexpr std::uint64_t kMaxCount = 1'000'000;
constexpr int kPlies = 8;        // random ones from the initial position, or one more
constexpr int kBookPlies = 4;    // the same from a position of a book
constexpr int kAttempts = 1000;  // in a row without a position
constexpr int kBalance = 300;    // centipawns: so far from 0 may the score be
constexpr std::uint64_t kNodes = 1000;
constexpr std::size_t kGenfensHash = 1;  // MiB

Error usage(const std::string& problem) {
  return {"genfens: " + problem + "; right is: genfens N seed S book FILE|None"};
}

Result<std::vector<Position>> read_book(const std::string& path) {
  std::ifstream file(path);
  if (!file) return usage("the book " + text::quoted(path, path.size()) + " cannot be read");
  std::vector<Position> out;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (text::trim(line).empty()) continue;
    std::vector<std::string> left_out;
    Result<Position> position = fen::parse_playable(line, left_out);
    if (!position) return Error{"genfens: " + path + ":" + std::to_string(number) + ": " + position.error()};
    out.push_back(std::move(*position));
  }
  if (out.empty()) return usage("the book " + text::quoted(path, path.size()) + " has no position");
  return out;
}

bool is_balanced(Engine& engine, const Position& position, const pruning::Settings& settings) {
  SearchRequest request;
  request.limits.nodes = kNodes;
  request.settings = settings;
  engine.clear();  // what was found before must not matter
  engine.set_position(position);
  const SearchReport report = engine.search(request);
  return !report.lines.empty() && std::abs(report.lines.front().score.value()) <= kBalance;
}

}  // namespace

Result<GenfensRequest> parse_genfens(std::string_view arguments) {
  GenfensRequest out;
  const std::string_view count = text::next_word(arguments);
  const auto n = text::parse_int<std::uint64_t>(count);
  if (!n || *n < 1 || *n > kMaxCount)
    return usage("N " + (count.empty() ? "is missing" : "is " + text::quoted(count)) + ", not 1.." +
                 std::to_string(kMaxCount));
  out.count = *n;
  if (text::next_word(arguments) != "seed") return usage("the word \"seed\" is missing");
  const std::string_view seed = text::next_word(arguments);
  const auto s = text::parse_int<std::uint64_t>(seed);
  if (!s) return usage("the seed is " + (seed.empty() ? "missing" : text::quoted(seed) + ", not a whole number"));
  out.seed = *s;
  out.book = {Position::initial()};
  const std::string_view word = text::next_word(arguments);
  if (word.empty()) return out;
  if (word != "book") return usage(text::quoted(word) + " stands where \"book\" was expected");
  const std::string_view book = text::next_word(arguments);
  if (book.empty()) return usage("the book is missing");
  if (text::equal_ignoring_case(book, "none")) return out;
  Result<std::vector<Position>> positions = read_book(std::string(book));
  if (!positions) return Error{positions.error()};
  out.book = std::move(*positions);
  return out;
}

void run_genfens(const GenfensRequest& request, const pruning::Settings& settings, const std::atomic<bool>& stop,
                 Writer& writer) {
  const auto balanced_position = [&](Engine& engine, const Position& start, int plies,
                                     RandomNumbers& random) -> std::optional<Position> {
    const auto line = random_line(random, RandomMoves::Weighted, start, plies);
    if (!line) return std::nullopt;
    Position position = start;
    for (const Move m : *line) position.play(m);
    if (!is_balanced(engine, position, settings)) return std::nullopt;
    return position;
  };
  Engine engine(kGenfensHash, 1);
  engine.set_network(request.network);
  RandomNumbers random(request.seed);
  const bool from_book = request.book.size() > 1 || fen::to_text(request.book.front()) != fen::kInitial;
  int attempts = 0;
  for (std::uint64_t found = 0; found < request.count && !stop;) {
    const Position& start = request.book[random.below(request.book.size())];
    const int plies = (from_book ? kBookPlies : kPlies) + static_cast<int>(random.below(2));
    if (const auto position = balanced_position(engine, start, plies, random)) {
      writer.line("info string genfens " + fen::to_text(*position));
      ++found;
      attempts = 0;
    } else if (++attempts == kAttempts) {
      return writer.info("genfens: given up after " + std::to_string(found) + " positions: " +
                         std::to_string(kAttempts) + " random lines in a row were decided or over; use another book");
    }
  }
}

}  // namespace oknos::uci
