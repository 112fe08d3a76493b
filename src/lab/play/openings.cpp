#include "lab/play/openings.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <optional>
#include <unordered_set>
#include <utility>

#include "engine/base/random_numbers.h"
#include "engine/base/text.h"
#include "engine/chess/movegen.h"
#include "engine/chess/see.h"
#include "engine/eval/evaluator.h"
#include "engine/eval/incremental/evaluation.h"
#include "lab/formats/epd.h"
#include "lab/formats/pgn.h"
#include "lab/play/game.h"
#include "lab/terminal/input.h"

namespace oknos::lab {

namespace {

// The opening joins the book unless the game is over after it. `place` is "FILE:LINE".
void add(OpeningBook& book, Opening opening, const std::string& place) {
  const auto ending = ending_by_rules(opening.moves.empty() ? opening.start : opening.position());
  if (ending)
    book.complaints.push_back(fmt::format("{}: {}; openings must be playable", place, name_of(*ending)));
  else
    book.openings.push_back(std::move(opening));
}

void read_positions(Input& input, OpeningBook& book) {
  LineSource source(input.file.get());
  epd::Reader reader(source, input.name);
  while (auto record = reader.next()) {
    if (!record->ok()) {
      book.complaints.push_back(record->error());
      continue;
    }
    std::string name = (*record)->id();
    add(book, {std::move((*record)->position), {}, std::move(name)}, reader.place());
  }
}

// "B90 Sicilian: Najdorf", of what the tags say.
std::string name_of(const pgn::Game& game) {
  std::string out;
  for (const std::string_view tag : {"ECO", "Opening", "Variation"}) {
    const std::string* value = game.tag(tag);
    if (value && !value->empty() && *value != "?") out += (out.empty() ? "" : " ") + *value;
  }
  return out;
}

void read_games(Input& input, int plies, OpeningBook& book) {
  LineSource source(input.file.get());
  pgn::Reader reader(source, input.name, pgn::NullMoves::Refused);
  while (auto game = reader.next()) {
    const std::string place = fmt::format("{}:{}", input.name, game->line);
    std::vector<Move> moves = game->main_line();
    const bool complete = moves.size() >= static_cast<std::size_t>(plies);
    if (!complete && !game->complaints.empty()) {
      book.complaints.push_back(game->complaints.front());
      continue;
    }
    if (moves.empty() && !game->tag("FEN")) {
      book.complaints.push_back(fmt::format("{}: game {} has no moves; an opening needs some", place, game->number));
      continue;
    }
    if (complete) moves.resize(static_cast<std::size_t>(plies));
    add(book, {game->start, std::move(moves), name_of(*game)}, place);
  }
}

constexpr std::size_t kDefaultPlies = 8;
constexpr Score kMaxUneven{40};  // centipawns, static, either way
constexpr Score kSomething{50};  // centipawns that an exchange may not win
constexpr Score kMaxLoss{40};    // centipawns, static, of a move against the best one

bool mates(Position& p, Move m) {
  const MadeMove made(p, m);
  return p.in_check() && !has_legal_move(p);
}

// Nothing hangs, and nobody is mated at once.
bool is_quiet_and_even(Position p) {
  if (p.in_check()) return false;
  const Score value = eval::evaluate(p).total();
  if (value > kMaxUneven || value < -kMaxUneven) return false;
  for (const Move m : legal_moves(p))
    if (see_at_least(p, m, kSomething) || mates(p, m)) return false;
  return true;
}

// Moves that hang nothing and are statically not much worse than the best of them.
MoveList sensible_moves(const Position& p) {
  const eval::Incremental now = eval::Incremental::of(p);
  const auto value = [&](Move m) { return now.after(p, m).value(p.side_to_move()); };
  MoveList sound;
  Score best = -kInfinite;
  for (const Move m : legal_moves(p))
    if (see_at_least(p, m, Score{0})) {
      sound.push_back(m);
      best = std::max(best, value(m));
    }
  MoveList out;
  for (const Move m : sound)
    if (value(m) >= best - kMaxLoss) out.push_back(m);
  return out;
}

// Nothing: the line led nowhere.
std::optional<Opening> random_line(RandomNumbers& numbers) {
  Opening out;
  Position p = out.start;
  while (out.moves.size() < kDefaultPlies) {
    const MoveList pool = sensible_moves(p);
    if (pool.empty()) return std::nullopt;
    const Move m = pool[numbers.below(pool.size())];
    out.moves.push_back(m);
    p.play(m);
  }
  if (!is_quiet_and_even(p)) return std::nullopt;
  return out;
}

}  // namespace

Position Opening::position() const {
  Position p = start;
  for (const Move m : moves) p.play(m);
  return p;
}

Result<OpeningBook> load_openings(const std::string& path, int plies) {
  auto input = find_input({path});
  if (!input) return Error{input.error()};
  if (input->kind == InputKind::Position)
    return Error{fmt::format("{} is not a file; a book of openings in EPD or PGN is expected", text::quoted(path))};
  OpeningBook book;
  input->kind == InputKind::Games ? read_games(*input, plies, book) : read_positions(*input, book);
  if (std::ferror(input->file.get()) != 0) return Error{fmt::format("{} cannot be read to its end", input->name)};
  if (book.openings.empty())
    return Error{book.complaints.empty()
                     ? fmt::format("{} has no openings; EPD lines or PGN games are needed", input->name)
                     : fmt::format("{} has no playable opening; the first complaint is {}", input->name,
                                   book.complaints.front())};
  return book;
}

std::vector<Opening> default_openings(std::uint64_t seed, std::size_t count) {
  RandomNumbers numbers(seed);
  std::vector<Opening> out;
  std::unordered_set<Key> known;
  while (out.size() < count) {
    auto line = random_line(numbers);
    if (line && known.insert(line->position().key()).second) out.push_back(std::move(*line));
  }
  return out;
}

std::vector<std::uint32_t> opening_order(std::size_t count, std::uint64_t seed, std::size_t pairs) {
  std::vector<std::uint32_t> out;
  for (std::uint64_t round = 0; out.size() < pairs; ++round) {
    RandomNumbers numbers(round == 0 ? seed : RandomNumbers(RandomNumbers(seed).next() ^ round).next());
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0U);
    for (std::size_t left = count; left > 1; --left) std::swap(order[left - 1], order[numbers.below(left)]);
    out.insert(out.end(), order.begin(),
               order.begin() + static_cast<std::ptrdiff_t>(std::min(count, pairs - out.size())));
  }
  return out;
}

}  // namespace oknos::lab
