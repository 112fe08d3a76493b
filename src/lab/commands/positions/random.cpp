// Positions at random: any men on any squares, as no game makes them.
#include <string>

#include "lab/commands/positions/draw_distinct.h"
#include "lab/commands/positions/kinds.h"
#include "lab/commands/positions/queens.h"
#include "lab/commands/positions/random_setup.h"

namespace oknos::lab {

namespace {

struct Found {
  Position position;
};

// Of each kind of piece some, few more often than many, and up to as many pawns as could be left.
std::string men(RandomNumbers& random) {
  constexpr int kMaxPawns = 8;
  std::string out = "K";
  for (const char letter : std::string_view("QRRBBNN"))
    if (random.below(2) == 0) out += letter;
  return out + std::string(static_cast<std::size_t>(between(random, 0, kMaxPawns)), 'P');
}

std::optional<Found> draw(std::uint64_t seed, WorkUnitNumber work_unit) {
  constexpr int kTries = 200;
  RandomNumbers random(seed, static_cast<std::uint64_t>(work_unit));
  for (int tries = 0; tries < kTries; ++tries) {
    RandomSetup board(random);
    if (!board.put_all(Color::White, men(random)) || !board.put_all(Color::Black, men(random))) continue;
    board.setup().side_to_move = static_cast<Color>(random.below(kColors));
    auto p = board.position();
    if (p && promotions_add_up(*p, Color::White) && promotions_add_up(*p, Color::Black)) return Found{*p};
  }
  return std::nullopt;
}

epd::Record record_of(const Found& found, std::size_t number) {
  epd::Record out(found.position);
  out.add("id", fmt::format("oknos-random.{:05}", number), true);
  return out;
}

Result<std::vector<epd::Record>> mine(const MineTask& task) {
  constexpr int kWorkUnitsEach = 20;
  return draw_distinct<Found>(
      task, kWorkUnitsEach, [&](int, WorkUnitNumber work_unit) { return draw(task.seed, work_unit); }, record_of);
}

}  // namespace

PositionKind random_kind() {
  constexpr int kCount = 5000;
  PositionKind kind;
  kind.name = "random";
  kind.help = "legal positions with random pieces on random squares: to test proofs far from real games";
  kind.count = kCount;
  kind.mine = mine;
  return kind;
}

}  // namespace oknos::lab
