#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/base/score.h"
#include "engine/chess/position.h"

// Does the line that comes with a mate score lead to that mate? A score alone can come from a wrong table entry.
namespace oknos::lab {

enum class MateLine : std::uint8_t {
  None,   // not a mate score
  Mates,  // the line ends in mate, after as many moves as the score says
  Short,  // the line is too short to tell
  Wrong,  // it ends in mate after another number of moves, or in a draw, or is long enough and does not end in mate
};
std::string_view name_of(MateLine line);  // "", "mates", "short", "wrong"

// `line`: legal moves, the first one of `position`. `score`: from the view of the side to move.
MateLine mate_line(const Position& position, const std::vector<Move>& line, Score score);

}  // namespace oknos::lab
