// Positions of games as they come, quiet or not.
#include <set>

#include "engine/base/random_numbers.h"
#include "lab/commands/positions/kinds.h"
#include "lab/commands/positions/mined_games.h"
#include "lab/commands/positions/searcher.h"
#include "lab/terminal/interrupt.h"

namespace oknos::lab {

namespace {

std::vector<Position> positions_of(const MinedGame& game, std::uint64_t seed) {
  constexpr std::size_t kEvery = 4;  // plies; where in the game they begin is drawn
  RandomNumbers random(seed, static_cast<std::uint64_t>(game.number));
  std::size_t next = random.below(kEvery);
  std::vector<Position> out;
  Position position = game.start;
  for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
    if (ply == next) {
      if (!is_over(position)) out.push_back(bare(position));
      next += kEvery;
    }
    position.play(game.moves[ply]);
  }
  return out;
}

Result<std::vector<epd::Record>> mine(const MineTask& task) {
  const auto games = read_mined_games(task.games);
  if (!games) return Error{games.error()};
  std::vector<epd::Record> out;
  std::set<std::string> names;
  for (const MinedGame& game : *games) {
    for (const Position& p : positions_of(game, task.seed)) {
      if (static_cast<int>(out.size()) >= task.count || interrupted()) return out;
      if (names.insert(position_name(p)).second) out.emplace_back(p);
    }
    if (task.progress) task.progress(static_cast<double>(out.size()) / task.count, "positions");
  }
  return out;
}

}  // namespace

PositionKind sampled_kind() {
  constexpr int kCount = 5000;
  PositionKind kind;
  kind.name = "sampled";
  kind.help = "from games; every fourth position, quiet or not";
  kind.games = PositionKind::Games::Needed;
  kind.count = kCount;
  kind.mine = mine;
  return kind;
}

}  // namespace oknos::lab
