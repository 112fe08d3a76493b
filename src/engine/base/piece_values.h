#pragma once

#include <array>

#include "engine/base/score.h"
#include "engine/base/types.h"

namespace oknos {

// The fixed value of each piece in centipawns. Material is a plain sum of these, so the gain of a capture is exact.
// The king is worth nothing in such sums: it is never captured.
inline constexpr std::array<Score, kPieceTypes + 1> kPieceValue = {Score{100}, Score{320}, Score{330}, Score{500},
                                                                   Score{950}, Score{0},   Score{0}};

constexpr Score piece_value(PieceType t) {
  return kPieceValue[static_cast<std::size_t>(index(t))];
}
constexpr Score piece_value(Piece p) {
  return piece_value(type_of(p));
}

}  // namespace oknos
