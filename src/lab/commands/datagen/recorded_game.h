#pragma once

#include <optional>
#include <string>

#include "lab/formats/game_record.h"
#include "lab/formats/pgn.h"

// Self-play games in PGN as records of compact files, and back.
namespace oknos::lab {

// White's half points, or nothing.
std::optional<int> half_points_of(pgn::GameResult result);
pgn::GameResult result_of(int half_points);

// "+0.34/12, n=5000": 34; "-M5/20": a mate, as kMate - plies; nothing when the comment begins otherwise.
std::optional<int> score_in_comment(const std::string& comment);

// The main line, with the scores at the beginning of the comments. A game without a result counts as a draw.
compact::GameRecord record_of(const pgn::Game& game);

// As datagen would write it: `number` from 1; the comments have the score, and not the depth and the nodes, which a
// record lacks.
pgn::Game game_of(const compact::GameRecord& record, std::uint64_t number);

}  // namespace oknos::lab
