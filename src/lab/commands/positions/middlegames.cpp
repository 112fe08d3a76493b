// Quiet middlegames, as games reach them.
#include <algorithm>
#include <cstdlib>

#include "lab/commands/positions/from_games.h"
#include "lab/commands/positions/kinds.h"
#include "lab/commands/positions/material.h"

namespace oknos::lab {

namespace {

bool fits(const Position& position, const MinedGame& game, std::size_t ply) {
  constexpr int kAfterOpening = 8;  // plies after those that nobody chose
  constexpr int kFirst = 20;        // ply of the game
  constexpr int kUnitsOfBoth = 36;
  constexpr int kUnitsOfEach = 15;
  const int earliest = std::max(kFirst, game.opening_plies + kAfterOpening);
  if (static_cast<int>(ply) < earliest || position.in_check()) return false;
  const int white = piece_units(position, Color::White);
  const int black = piece_units(position, Color::Black);
  return white + black >= kUnitsOfBoth && std::min(white, black) >= kUnitsOfEach;
}

Result<std::vector<epd::Record>> mine(const MineTask& task) {
  FromGames kind;
  kind.fits = fits;
  kind.good = [&task](const Position& position, const SearchReport& report) {
    const int score = report.lines.front().score.value();
    return std::abs(score) <= task.balance && !position.is_tactical(report.best);
  };
  return mine_from_games(task, kind);
}

}  // namespace

PositionKind middlegames_kind() {
  constexpr int kCount = 1000;
  constexpr std::uint64_t kNodes = 20000;
  constexpr int kBalance = 300;
  return {"middlegames",
          "from games; no check, the best move neither captures nor promotes, 36 units of pieces and 15 on each side",
          PositionKind::Games::Needed,
          kCount,
          kNodes,
          kBalance,
          mine};
}

}  // namespace oknos::lab
