#pragma once

#include <string>
#include <vector>

#include "engine/chess/position.h"
#include "lab/play/plan.h"
#include "lab/terminal/style.h"

namespace oknos::lab {

// The board with White below, in eight lines and the names of the files.
std::vector<std::string> board_lines(const Position& position, const Style& style);

// The board, and beside it whose move it is and how it is searched.
std::string position_view(const Position& position, const Plan& plan, const Style& style);

// Why there is nothing to search ("White is checkmated"); empty when there is.
std::string end_of_game(const Position& position);

}  // namespace oknos::lab
