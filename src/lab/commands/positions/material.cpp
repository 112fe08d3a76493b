#include "lab/commands/positions/material.h"

#include <algorithm>
#include <array>
#include <utility>

namespace oknos::lab {

namespace {

struct PieceUnits {
  PieceType type;
  int units;
  char letter;
};
constexpr std::array kUnits = {PieceUnits{PieceType::Queen, 9, 'Q'}, PieceUnits{PieceType::Rook, 5, 'R'},
                               PieceUnits{PieceType::Bishop, 3, 'B'}, PieceUnits{PieceType::Knight, 3, 'N'}};

std::string letters(const Position& position, Color c) {
  std::string out;
  for (const PieceUnits& p : kUnits)
    out.append(static_cast<std::size_t>(popcount(position.pieces(c, p.type))), p.letter);
  return out;
}

}  // namespace

int piece_units(const Position& position, Color c) {
  int sum = 0;
  for (const PieceUnits& p : kUnits) sum += p.units * popcount(position.pieces(c, p.type));
  return sum;
}

std::string material_kind(const Position& position) {
  using Side = std::pair<int, std::string>;
  std::array<Side, kColors> sides = {Side{piece_units(position, Color::White), letters(position, Color::White)},
                                     Side{piece_units(position, Color::Black), letters(position, Color::Black)}};
  std::sort(sides.begin(), sides.end(), std::greater<>());
  return sides[0].second + '-' + sides[1].second;
}

}  // namespace oknos::lab
