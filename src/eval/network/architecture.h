#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/types.h"
#include "chess/bitboard.h"

// (768 -> N) x 2 -> 1, by output buckets: what the network sees, for playing and for training alike.
//
// There is one input for each kind of man (own or other, by type) on each square, and each side looks at the board for
// itself: its own men come first, its own back rank is at the bottom, and its king stands on the files a to d, for the
// board is mirrored otherwise. N neurons sum up the inputs that are there (the accumulator), once for each side. The
// output sums both sides' neurons, that of the side to move first, with weights of the bucket that the number of men
// chooses.
namespace oknos::eval::network {

inline constexpr int kInputs = 2 * kPieceTypes * kSquares;
inline constexpr int kMostMen = 32;  // in a game
inline constexpr int kMostBuckets = 8;

// N is a multiple of kLanes, so that loops over it need no remainder.
inline constexpr int kLanes = 32;
inline constexpr int kMostNeurons = 512;
constexpr bool is_allowed_size(int neurons) {
  return neurons >= kLanes && neurons <= kMostNeurons && neurons % kLanes == 0;
}

// Whether the view of a side with its king there is mirrored.
constexpr bool is_mirrored(Square king) {
  return file_of(king) >= File::E;
}

constexpr int input_of(Color view, bool mirrored, Piece piece, Square square) {
  constexpr int kMirror = 7;
  const int seen = index(relative_square(view, square)) ^ (mirrored ? kMirror : 0);
  const int side = color_of(piece) == view ? 0 : kPieceTypes;
  return (side + index(type_of(piece))) * kSquares + seen;
}

// Composed positions may have more men than a game; they count as full boards.
constexpr int bucket_of(int men, int buckets) {
  constexpr int kKings = 2;
  return ((men < kMostMen ? men : kMostMen) - kKings) * buckets / kMostMen;
}

}  // namespace oknos::eval::network
