#pragma once

#include <array>

#include "engine/base/types.h"
#include "engine/eval/weights/weight_values.h"

// What it is worth to a piece to stand on a square, in centipawns, in the middlegame and in the ending: the first six
// groups of the weights. A piece may be worth more or less than its fixed value in one phase of the game; that is here
// as well, the same on all squares.
namespace oknos::eval {

// By phase of the game.
struct Psqt {
  int middlegame = 0;
  int ending = 0;
  constexpr bool operator==(const Psqt&) const = default;
};

using PsqtTable = std::array<Psqt, kSquares>;  // by square as the owner sees it

// The tables of the bounds on one move have 16 bits for a difference of two values times 24 (psqt_bounds.h).
inline constexpr int kLargestPsqt = 600;

namespace detail {

constexpr std::array<PsqtTable, kPieceTypes> psqt_tables() {
  std::array<PsqtTable, kPieceTypes> out{};
  for (std::size_t t = 0; t < out.size(); ++t)
    for (std::size_t s = 0; s < kSquares; ++s) {
      const Tapered w = kWeights[t * kSquares + s];
      out[t][s] = {w.mg, w.eg};
    }
  return out;
}

}  // namespace detail

// By piece type; squares as the owner sees them.
inline constexpr std::array<PsqtTable, kPieceTypes> kPsqt = detail::psqt_tables();

namespace detail {

constexpr bool psqt_fits() {
  for (const PsqtTable& table : kPsqt)
    for (const Psqt& p : table)
      for (const int v : {p.middlegame, p.ending})
        if (v > kLargestPsqt || v < -kLargestPsqt) return false;
  return true;
}
static_assert(psqt_fits(), "a piece-square value is beyond kLargestPsqt");

constexpr bool pawns_are_off_the_last_ranks() {
  for (std::size_t f = 0; f < kFiles; ++f)
    if (kPsqt[0][f] != Psqt{} || kPsqt[0][kSquares - 1 - f] != Psqt{}) return false;
  return true;
}
static_assert(pawns_are_off_the_last_ranks(), "pawns on the first and the last rank must be worth 0");
static_assert(group(Group::PawnPsqt).first == 0 && group(Group::KingPsqt).first == 5 * kSquares);

}  // namespace detail

// `s` is the real square.
constexpr Psqt psqt(Piece p, Square s) {
  return kPsqt[static_cast<std::size_t>(index(type_of(p)))]
              [static_cast<std::size_t>(index(relative_square(color_of(p), s)))];
}

}  // namespace oknos::eval
