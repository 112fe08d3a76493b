// Endings, as games reach them, of many kinds of material.
#include <algorithm>
#include <cstdlib>

#include "lab/commands/positions/from_games.h"
#include "lab/commands/positions/kinds.h"
#include "lab/commands/positions/material.h"

namespace oknos::lab {

namespace {

bool fits(const Position& position, const MinedGame&, std::size_t) {
  constexpr int kUnitsOfBoth = 20;
  return !position.in_check() && position.pieces(PieceType::Pawn) != 0 &&
         piece_units(position, Color::White) + piece_units(position, Color::Black) <= kUnitsOfBoth;
}

Result<std::vector<epd::Record>> mine(const MineTask& task) {
  constexpr int kGroups = 20;  // at least, when all are wanted
  FromGames kind;
  kind.fits = fits;
  kind.good = [&task](const Position&, const SearchReport& report) {
    return std::abs(report.lines.front().score.value()) <= task.balance;
  };
  kind.group = material_kind;
  kind.per_group = std::max(1, task.count / kGroups);
  return mine_from_games(task, kind);
}

}  // namespace

PositionKind endings_kind() {
  constexpr int kCount = 1000;
  constexpr std::uint64_t kNodes = 20000;
  constexpr int kBalance = 500;
  return {"endings",
          "from games; no check, pawns and at most 20 units of pieces; at most a twentieth share the same material",
          PositionKind::Games::Needed,
          kCount,
          kNodes,
          kBalance,
          mine};
}

}  // namespace oknos::lab
