#pragma once

#include <functional>
#include <string>

#include "engine/search/report.h"
#include "lab/commands/positions/mine.h"
#include "lab/commands/positions/mined_games.h"

namespace oknos::lab {

// A kind of position that is picked from games by what stands on the board and by one search.
struct FromGames {
  static constexpr int kPerGame = 2;
  static constexpr int kApart = 20;  // plies at least between two of a game

  // Cheap: is it worth a search? `ply` from 0 within the game.
  std::function<bool(const Position& position, const MinedGame& game, std::size_t ply)> fits;
  // The search is of the task's nodes and found a move.
  std::function<bool(const Position& position, const SearchReport& report)> good;
  // Positions of one group are alike, and there are at most so many of each. Empty: no groups.
  std::function<std::string(const Position& position)> group;
  int per_group = 0;
};

// Game after game, within each in an order drawn from the task's seed, with `ce` from the search.
Result<std::vector<epd::Record>> mine_from_games(const MineTask& task, const FromGames& kind);

// The text of "3 of 7 found, 12 of 90 games".
std::string found_so_far(std::size_t found, int wanted, std::int64_t done, std::size_t games);

}  // namespace oknos::lab
