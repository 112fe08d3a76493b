#pragma once

#include <array>

#include "base/types.h"
#include "eval/weight_values.h"

// What it is worth to a piece to stand on a square, in centipawns, in the middlegame and in the ending: the first six
// groups of the weights. A piece may be worth more or less than its fixed value in one phase of the game; that is here
// as well, the same on all squares.
namespace oknos::eval {

// By phase of the game.
struct Placement {
  int middlegame = 0;
  int ending = 0;
  constexpr bool operator==(const Placement&) const = default;
};

using PlacementTable = std::array<Placement, kSquares>;  // by square as the owner sees it

// The tables of the bounds on one move have 16 bits for a difference of two values times 24 (placement_bounds.h).
inline constexpr int kLargestPlacement = 600;

namespace detail {

constexpr std::array<PlacementTable, kPieceTypes> placement_tables() {
  std::array<PlacementTable, kPieceTypes> out{};
  for (std::size_t t = 0; t < out.size(); ++t)
    for (std::size_t s = 0; s < kSquares; ++s) {
      const Tapered w = kWeights[t * kSquares + s];
      out[t][s] = {w.mg, w.eg};
    }
  return out;
}

}  // namespace detail

// By piece type; squares as the owner sees them.
inline constexpr std::array<PlacementTable, kPieceTypes> kPlacement = detail::placement_tables();

namespace detail {

constexpr bool placements_fit() {
  for (const PlacementTable& table : kPlacement)
    for (const Placement& p : table)
      for (const int v : {p.middlegame, p.ending})
        if (v > kLargestPlacement || v < -kLargestPlacement) return false;
  return true;
}
static_assert(placements_fit(), "a piece-square value is beyond kLargestPlacement");

constexpr bool pawns_are_off_the_last_ranks() {
  for (std::size_t f = 0; f < kFiles; ++f)
    if (kPlacement[0][f] != Placement{} || kPlacement[0][kSquares - 1 - f] != Placement{}) return false;
  return true;
}
static_assert(pawns_are_off_the_last_ranks(), "pawns on the first and the last rank must be worth 0");
static_assert(group(Group::PawnPlacement).first == 0 && group(Group::KingPlacement).first == 5 * kSquares);

}  // namespace detail

// `s` is the real square.
constexpr Placement placement(Piece p, Square s) {
  return kPlacement[static_cast<std::size_t>(index(type_of(p)))]
                   [static_cast<std::size_t>(index(relative_square(color_of(p), s)))];
}

}  // namespace oknos::eval
