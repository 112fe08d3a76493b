#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "lab/formats/pgn.h"

namespace oknos::lab {

// A game as positions are mined from it.
struct MinedGame {
  int number = 0;  // in its file, from 1
  Position start = Position::initial();
  std::vector<Move> moves;
  // What the player thought of the move, from the comment: centipawns from its own view. One for every move.
  std::vector<std::optional<int>> scores;
  // Plies that nobody chose: the value of the tag OpeningPlies, 0 without it.
  int opening_plies = 0;
};

// The readable part of every game of standard chess. The error says that the file cannot be opened or holds no game.
Result<std::vector<MinedGame>> read_mined_games(const std::string& path);

// "+0.34/12, n=5000": 34; "-M5/20": a mate, as kMate - plies; nothing when the comment begins otherwise.
std::optional<int> score_in_comment(const std::string& comment);

}  // namespace oknos::lab
