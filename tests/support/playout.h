#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/chess/fen.h"
#include "engine/chess/movegen.h"

namespace oknos::testing {

// Starts with castling both ways, Chess960 placements, promotions, en passant and few men.
inline constexpr std::array<std::string_view, 8> kStarts = {
    fen::kInitial,
    "r3k2r/pp1qbppp/2npbn2/4p3/4P3/2NPBN2/PP1QBPPP/R3K2R w KQkq - 4 9",
    "brnqkrnb/pppppppp/8/8/8/8/PPPPPPPP/BRNQKRNB w KQkq - 0 1",
    "1rkr4/pppppppp/8/8/8/8/PPPPPPPP/4RKR1 b GEdb - 0 1",
    "8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 40",
    "4k3/1p1p1p1p/8/P1P1P1P1/p1p1p1p1/8/1P1P1P1P/4K3 w - - 0 1",
    "N2N2N1/8/N3N3/8/4N2k/8/8/K7 w - - 0 60",
    "4k3/8/1Q3Q2/8/3Q4/8/1Q3Q2/3K4 w - - 12 70",
};

// The start that the number picks.
inline Position start_position(std::uint32_t number) {
  return *fen::parse(kStarts[number % kStarts.size()]);
}

// Legal moves from there, each picked by a number, until the numbers or the moves run out.
inline std::vector<Move> playout(Position position, const std::vector<std::uint32_t>& numbers) {
  std::vector<Move> out;
  for (const std::uint32_t number : numbers) {
    const MoveList moves = legal_moves(position);
    if (moves.empty()) break;
    out.push_back(moves[number % moves.size()]);
    position.play(out.back());
  }
  return out;
}

}  // namespace oknos::testing
