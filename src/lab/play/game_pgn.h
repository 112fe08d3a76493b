#pragma once

#include <array>
#include <string>

#include "lab/play/game.h"

namespace oknos::lab {

struct GameTags {
  std::string event;
  std::string round;
  std::array<std::string, kColors> names;     // White's, Black's
  std::array<std::string, kColors> controls;  // in words
  std::string opening;                        // may be empty
  std::string date;                           // "2024.05.31"; empty: not said
};

// The game as PGN. A comment after each move says what its player reported, in the form that fastchess has made common:
// {+0.34/12 0.101s, n=12345, sd=18}: score in pawns from the mover's view (+M5: mate in 5 moves), depth, time, nodes,
// selective depth; {book} for the opening's moves. How the game ended follows the last move.
std::string to_pgn(const GameRecord& game, const GameTags& tags);

// "+0.34/12 0.101s, n=12345, sd=18".
std::string move_comment(const GameMove& move);

}  // namespace oknos::lab
