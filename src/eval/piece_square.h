#pragma once

#include <array>

#include "base/types.h"

// What it is worth to a piece to stand on a square, in centipawns, in the middlegame and in the ending. The numbers are
// made from a few statements about chess (towards the centre, off the first rank, pawns before a castled king, rooks on
// the seventh) and not tuned. Except for pawns and kings the average over the board is zero, so that the piece values
// keep their meaning.
namespace oknos::eval {

// By phase of the game.
struct Placement {
  int middlegame = 0;
  int ending = 0;
  constexpr bool operator==(const Placement&) const = default;
};

using PlacementTable = std::array<Placement, kSquares>;  // by square as the owner sees it

namespace detail {

using Line = std::array<int, kFiles>;  // by file from a to h, or by rank from the owner's first to the last

// One phase of one piece: `central` for each step away from the edge, by file and by rank (0 in a corner, 6 in the
// centre), plus a term for the rank and one for the file.
struct Shape {
  int central = 0;
  Line rank{};
  Line file{};

  constexpr int at(int f, int r) const {
    constexpr Line kSteps = {0, 1, 2, 3, 3, 2, 1, 0};
    const auto i = static_cast<std::size_t>(f);
    const auto j = static_cast<std::size_t>(r);
    return central * (kSteps[i] + kSteps[j]) + rank[j] + file[i];
  }
};

// Off the first rank and to the centre; best on the fifth and sixth rank, where no pawn drives it away.
inline constexpr Shape kKnightMiddlegame = {6, {-6, -2, 2, 4, 8, 8, 0, -8}, {}};
inline constexpr Shape kKnightEnding = {4, {-2, 0, 2, 3, 4, 3, 0, -4}, {}};

// Off the first rank; the centre matters less, since it works from afar.
inline constexpr Shape kBishopMiddlegame = {2, {-10, 3, 2, 2, 3, 0, -2, -4}, {}};
inline constexpr Shape kBishopEnding = {2, {-2, 0, 1, 2, 2, 1, 0, -2}, {}};

// On the middle files, which open first, and on the seventh rank.
inline constexpr Shape kRookMiddlegame = {0, {0, -3, -3, -2, 0, 3, 14, 6}, {-6, -3, 2, 5, 5, 2, -3, -6}};
inline constexpr Shape kRookEnding = {0, {-3, -2, 0, 2, 4, 6, 9, 6}, {}};

// Not out too early; in the ending to the centre.
inline constexpr Shape kQueenMiddlegame = {1, {0, 2, 1, -2, -4, -3, 0, 0}, {}};
inline constexpr Shape kQueenEnding = {3, {-4, -2, 0, 2, 3, 3, 2, 0}, {}};

// Behind its pawns on a wing, best the king's; in the ending to the centre and forward.
inline constexpr Shape kKingMiddlegame = {
    0, {0, -14, -36, -52, -60, -64, -64, -64}, {12, 22, 10, -10, -2, -12, 26, 20}};
inline constexpr Shape kKingEnding = {8, {-4, 0, 3, 6, 8, 6, 2, -2}, {}};

// Pawns: forward, slowly at first.
inline constexpr Shape kPawnMiddlegame = {0, {0, 0, 1, 4, 10, 22, 45, 0}, {-3, 0, 0, 0, 0, 0, 0, -3}};
inline constexpr Shape kPawnEnding = {0, {0, -4, 0, 8, 22, 46, 80, 0}, {-3, 0, 0, 0, 0, 0, 0, -3}};

// Middlegame: the pawns of the d and e file belong in the centre, the c pawn beside them ...
inline constexpr Line kCentrePawnByFile = {0, 0, 1, 2, 2, 0, 0, 0};
inline constexpr Line kCentrePawnByRank = {0, -6, 1, 8, 10, 7, 4, 0};

// ... and those before a king castled short stay at home. [rank][file]; further up there is nothing left to keep.
inline constexpr std::array<Line, 5> kShelter = {{{},
                                                  {2, 4, 0, 0, 0, 4, 8, 6},
                                                  {1, 1, 0, 0, 0, 0, 2, 4},
                                                  {0, -2, 0, 0, 0, -2, -8, -6},
                                                  {0, -2, 0, 0, 0, -4, -10, -8}}};

constexpr int pawn_middlegame(int f, int r) {
  const auto i = static_cast<std::size_t>(f);
  const auto j = static_cast<std::size_t>(r);
  const int shelter = j < kShelter.size() ? kShelter[j][i] : 0;
  return kPawnMiddlegame.at(f, r) + kCentrePawnByFile[i] * kCentrePawnByRank[j] + shelter;
}

constexpr int rounded_quotient(int sum, int n) {
  return (sum >= 0 ? sum + n / 2 : sum - n / 2) / n;
}

// Takes the average off.
constexpr PlacementTable centred(PlacementTable table) {
  Placement sum;
  for (const Placement& p : table) {
    sum.middlegame += p.middlegame;
    sum.ending += p.ending;
  }
  for (Placement& p : table) {
    p.middlegame -= rounded_quotient(sum.middlegame, kSquares);
    p.ending -= rounded_quotient(sum.ending, kSquares);
  }
  return table;
}

constexpr PlacementTable from_shapes(const Shape& middlegame, const Shape& ending) {
  PlacementTable table;
  for (int s = 0; s < kSquares; ++s) {
    const int f = index(file_of(square_at(s)));
    const int r = index(rank_of(square_at(s)));
    table[static_cast<std::size_t>(s)] = {middlegame.at(f, r), ending.at(f, r)};
  }
  return table;
}

constexpr PlacementTable pawn_table() {
  PlacementTable table{};
  for (int s = index(Square::A2); s <= index(Square::H7); ++s) {
    const int f = index(file_of(square_at(s)));
    const int r = index(rank_of(square_at(s)));
    table[static_cast<std::size_t>(s)] = {pawn_middlegame(f, r), kPawnEnding.at(f, r)};
  }
  return table;
}

}  // namespace detail

// By piece type; squares as the owner sees them.
inline constexpr std::array<PlacementTable, kPieceTypes> kPlacement = {
    detail::pawn_table(),
    detail::centred(detail::from_shapes(detail::kKnightMiddlegame, detail::kKnightEnding)),
    detail::centred(detail::from_shapes(detail::kBishopMiddlegame, detail::kBishopEnding)),
    detail::centred(detail::from_shapes(detail::kRookMiddlegame, detail::kRookEnding)),
    detail::centred(detail::from_shapes(detail::kQueenMiddlegame, detail::kQueenEnding)),
    detail::from_shapes(detail::kKingMiddlegame, detail::kKingEnding)};

// `s` is the real square.
constexpr Placement placement(Piece p, Square s) {
  return kPlacement[static_cast<std::size_t>(index(type_of(p)))]
                   [static_cast<std::size_t>(index(relative_square(color_of(p), s)))];
}

}  // namespace oknos::eval
