#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "lab/play/game.h"

namespace oknos::lab {

// What a player did in a game.
struct PlayerTotals {
  std::uint64_t moves = 0;    // the opening's not counted
  std::uint64_t reports = 0;  // moves with a depth and nodes
  std::uint64_t depth = 0;    // plies, summed over the reports
  std::uint64_t nodes = 0;    // summed over the reports
  std::int64_t time = 0;      // milliseconds
  std::int64_t longest = 0;   // milliseconds: the longest move

  PlayerTotals& operator+=(const PlayerTotals& o);
};

// What is kept of a game. "First" is the player named first on the command line.
struct GameSummary {
  bool first_is_white = true;
  pgn::GameResult result = pgn::GameResult::Unknown;
  Ending ending = Ending::Interrupted;
  std::optional<bool> first_at_fault;
  std::string explanation;
  std::string opening;                 // what the book calls it, or its number
  std::string moves;                   // in UCI's notation, from the start position
  std::string start;                   // FEN; empty: the initial position
  std::array<PlayerTotals, 2> totals;  // of the first, of the second
  std::string pgn;                     // empty unless it was asked for

  int plies() const;
  // In half points for the first: 0, 1, 2. Precondition: the game has a result.
  int first_half_points() const;
};

GameSummary summarise(const GameRecord& game, bool first_is_white, std::string opening);

// A pair: the same opening with colours swapped.
using PairSummary = std::array<GameSummary, 2>;

}  // namespace oknos::lab
