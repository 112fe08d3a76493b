#include "lab/commands/positions/queens.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>
#include <vector>

#include "engine/chess/fen.h"
#include "engine/chess/movegen.h"
#include "lab/commands/positions/draw_distinct.h"
#include "lab/commands/positions/kinds.h"
#include "lab/commands/positions/random_setup.h"

namespace oknos::lab {

namespace {

constexpr int kPawns = 8;
constexpr int kMaxMoves = 218;  // more have not been seen in a position that a game can reach

// Half of the positions are as chance made them; in the other half men were moved about so often for more moves.
constexpr int kMaxSteps = 4000;

struct Found {
  Position position;
  int white = 0;  // queens
  int black = 0;
};

int beyond(const Position& p, Color c, PieceType t, int first) {
  return std::max(0, popcount(p.pieces(c, t)) - first);
}

// One try: the queens, and of the other first men what chance leaves.
std::optional<Position> draw(RandomNumbers& random, const std::array<int, kColors>& queens, bool crowded) {
  RandomSetup board(random);
  for (const Color c : {Color::White, Color::Black}) {
    const int count = queens[static_cast<std::size_t>(index(c))];
    const int most_pawns = kPawns - (count - 1);
    std::string men = "K" + std::string(static_cast<std::size_t>(count), 'Q');
    if (crowded) {
      for (const char letter : std::string_view("RRBNN"))
        if (random.below(2) == 0) men += letter;
      men += std::string(static_cast<std::size_t>(between(random, 0, most_pawns)), 'P');
    }
    if (!board.put_all(c, men)) return std::nullopt;
  }
  board.setup().side_to_move = static_cast<Color>(random.below(kColors));
  return board.position();
}

bool is_good(const Position& p, bool in_check) {
  return p.in_check() == in_check && promotions_add_up(p, Color::White) && promotions_add_up(p, Color::Black) &&
         count_legal_moves(p) <= kMaxMoves;
}

// One man to another square, when that leaves no fewer moves.
void try_step(RandomNumbers& random, Position& p) {
  Setup setup;
  for (int i = 0; i < kSquares; ++i) setup.board[static_cast<std::size_t>(i)] = p.piece_on(square_at(i));
  setup.side_to_move = p.side_to_move();
  auto& from = setup.board[random.below(kSquares)];
  auto& to = setup.board[random.below(kSquares)];
  if (from == Piece::None || to != Piece::None) return;
  std::swap(from, to);
  if (fen::check(setup)) return;
  Position next(setup);
  if (is_good(next, false) && count_legal_moves(next) >= count_legal_moves(p)) p = next;
}

std::optional<Found> draw_found(std::uint64_t seed, WorkUnitNumber work_unit) {
  constexpr int kTries = 2000;
  constexpr int kCheckEvery = 4;
  RandomNumbers random(seed, static_cast<std::uint64_t>(work_unit));
  const int first = between(random, kFewestQueens, kMaxQueens);
  const std::array<int, kColors> queens = {first, between(random, kFewestQueens, kMaxQueens)};
  const bool rich = work_unit % 2 == 1;
  const bool in_check = work_unit % kCheckEvery == 0;
  const bool crowded = random.below(2) == 0;
  for (int tries = 0; tries < kTries; ++tries) {
    auto p = draw(random, queens, crowded);
    if (!p || !is_good(*p, in_check)) continue;
    for (int steps = rich ? between(random, 0, kMaxSteps) : 0; steps > 0; --steps) try_step(random, *p);
    return Found{*p, queens[0], queens[1]};
  }
  return std::nullopt;
}

epd::Record record_of(const Found& found, std::size_t number) {
  epd::Record out(found.position);
  out.add("id", fmt::format("oknos-queens.{:03}", number), true);
  out.add("c0",
          fmt::format("{} + {} queens, {} moves{}", found.white, found.black, count_legal_moves(found.position),
                      found.position.in_check() ? ", in check" : ""),
          true);
  return out;
}

Result<std::vector<epd::Record>> mine_queens(const MineTask& task) {
  constexpr int kWorkUnitsEach = 20;  // most work units give a position; few are in vain
  return draw_distinct<Found>(
      task, kWorkUnitsEach, [&](int, WorkUnitNumber work_unit) { return draw_found(task.seed, work_unit); }, record_of);
}

}  // namespace

bool promotions_add_up(const Position& p, Color c) {
  constexpr int kPairs = 2;
  const Bitboard bishops = p.pieces(c, PieceType::Bishop);
  const int promoted = beyond(p, c, PieceType::Queen, 1) + beyond(p, c, PieceType::Rook, kPairs) +
                       beyond(p, c, PieceType::Knight, kPairs) + std::max(0, popcount(bishops & kLightSquares) - 1) +
                       std::max(0, popcount(bishops & ~kLightSquares) - 1);
  return promoted + popcount(p.pieces(c, PieceType::Pawn)) <= kPawns;
}

PositionKind queens_kind() {
  constexpr int kCount = 500;
  PositionKind kind;
  kind.name = "queens";
  kind.help = "4 to 18 queens on the board, with no more pieces than promotions allow: to test long move lists";
  kind.count = kCount;
  kind.mine = mine_queens;
  return kind;
}

}  // namespace oknos::lab
