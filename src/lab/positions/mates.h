#pragma once

#include <string>

#include "chess/epd.h"
#include "lab/positions/mate_solver.h"

namespace oknos::lab {

// Proves again what a line of the kind says (dm, bm): what is wrong with it, or nothing. Without bm every move of the
// side that is mated must hold out equally long.
std::string what_is_wrong_with_mate(const epd::Record& record, MateSolver& solver);

}  // namespace oknos::lab
