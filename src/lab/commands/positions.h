#pragma once

#include <string>
#include <vector>

#include "lab/arguments/command.h"

namespace oknos {
struct Info;
class Position;
}  // namespace oknos

// `oknos-lab positions KIND`: finds positions of a kind and writes them as EPD.
namespace oknos::lab {

void add_positions(CLI::App& app, int& exit_code);

// Whether one move is at least `margin` centipawns better than every other, and it matters. `lines` as a search with
// two lines reports them, the best first.
bool is_tactic(const std::vector<Info>& lines, int margin);

// The pieces on the board without pawns, the richer side first: "QR-RRB", "R-R", "-" (pawns only).
std::string material_kind(const Position& position);

}  // namespace oknos::lab
