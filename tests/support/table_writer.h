#pragma once

#include <string>

#include "engine/tablebases/material.h"
#include "support/solved_endings.h"

// Writes tables in the Syzygy format, so that the tests need none of anybody else's.
namespace oknos::tablebases::made {

// "KQvK"
Material material_of(PieceType man);

std::string wdl_file(const Ending& ending);

// How the distances of a file are stored.
struct DtzStyle {
  Color side = Color::White;
  bool in_plies = true;  // or in moves
  bool lists = false;
};

std::string dtz_file(const Ending& ending, const DtzStyle& style);

}  // namespace oknos::tablebases::made
