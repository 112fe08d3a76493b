#include "lab/commands/prove/positional.h"

#include <algorithm>

#include "engine/chess/attacks.h"

namespace oknos::lab {

namespace {

// Half of all positions get the full width, one way or the other.
int hashed(const Position& position, int width) {
  constexpr std::uint64_t kMix = 0x9e3779b97f4a7c15ULL;
  constexpr int kHighBits = 32;
  const std::uint64_t mixed = (position.key() * kMix) >> kHighBits;
  const int spread = static_cast<int>(mixed % static_cast<std::uint64_t>(4 * width + 1)) - 2 * width;
  return std::clamp(spread, -width, width);
}

int attacked_squares(const Position& position, Color c) {
  constexpr PieceType kCounted[] = {PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen};
  int count = 0;
  for (const PieceType t : kCounted)
    for_each_square(position.pieces(c, t), [&](Square s) {
      count += popcount(attacks::piece(t, s, position.pieces()) & ~position.pieces(c));
    });
  return count;
}

int mobility(const Position& position, int width) {
  constexpr int kPerSquare = 4;  // centipawns
  const Color us = position.side_to_move();
  return std::clamp(kPerSquare * (attacked_squares(position, us) - attacked_squares(position, ~us)), -width, width);
}

}  // namespace

Score Positional::operator()(const Position& position) const {
  if (kind == Kind::Hash) return Score{hashed(position, width)};
  return Score{kind == Kind::Mobility ? mobility(position, width) : 0};
}

}  // namespace oknos::lab
