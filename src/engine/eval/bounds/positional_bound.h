#pragma once

#include <algorithm>
#include <array>

#include "engine/base/score.h"
#include "engine/chess/position.h"

// W, the bound on the positional part of the evaluation. It depends on the men alone and never falls when some leave
// the board, so that the bound for some moves ahead is that of the fewest men that may then be left.
namespace oknos::eval {

namespace detail {

inline constexpr int kMiddlegameWeight = 14;  // and more: two queens and a rook fewer than at the start
inline constexpr int kMiddlegameWidth = 220;
inline constexpr int kWidthPerWeight = 16;  // for each unit of weight below that
// Where known endings turn a large material advantage into a draw:
inline constexpr int kBishopAndPawnsWeight = 1;
inline constexpr int kBishopAndPawnsMost = 3;
inline constexpr int kBishopAndPawnsWidth = 760;
inline constexpr int kFewPiecesWeight = 4;  // a queen against a pawn, two knights, ...
inline constexpr int kFewPiecesPawns = 1;
inline constexpr int kFewPiecesWidth = 1000;

}  // namespace detail

// `weight` of all pieces (kPhaseWeight), `pawns` of both sides. Centipawns; even.
constexpr int positional_bound(int weight, int pawns) {
  using namespace detail;
  if (weight <= kFewPiecesWeight && pawns <= kFewPiecesPawns) return kFewPiecesWidth;
  if (weight <= kBishopAndPawnsWeight && pawns <= kBishopAndPawnsMost) return kBishopAndPawnsWidth;
  return kMiddlegameWidth + kWidthPerWeight * std::max(0, kMiddlegameWeight - weight);
}

// As far as the rules that look ahead look.
inline constexpr int kMovesAhead = 3;

// W: bound on |positional| in this position and in every position that the next `moves` moves (0 to kMovesAhead), null
// moves besides, lead to. It grows with the number of moves, since men may leave the board.
Score positional_bound(const Position& position, int moves = kMovesAhead);

// The same for the position after `m`, which is legal and need not be made; `moves` from there on.
Score positional_bound_after(const Position& position, Move m, int moves = kMovesAhead - 1);

// `x` as it is up to half of the width, then at half its slope, never beyond the width.
constexpr int saturate(int x, int width) {
  const int half = width / 2;
  const int size = x < 0 ? -x : x;
  if (size <= half) return x;
  const int bent = std::min(half + (size - half) / 2, width);
  return x < 0 ? -bent : bent;
}

}  // namespace oknos::eval
