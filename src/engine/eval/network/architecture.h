#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/base/types.h"
#include "engine/chess/bitboard.h"

// (768 -> N) x 2 -> 1, by output buckets: what the network sees, for playing and for training alike.
//
// There is one input for each kind of man (own or other, by type) on each square, and each side looks at the board for
// itself: its own men come first, its own back rank is at the bottom, and its king stands on the files a to d, for the
// board is mirrored otherwise. N neurons sum up the inputs that are there (the accumulator), once for each side. The
// output sums both sides' neurons, that of the side to move first, with weights of the bucket that the number of men
// chooses.
namespace oknos::eval::network {

inline constexpr int kInputs = 2 * kPieceTypes * kSquares;
inline constexpr int kMaxMen = 32;  // in a game
inline constexpr int kMaxBuckets = 8;

// N is a multiple of kLanes, so that loops over it need no remainder.
inline constexpr int kLanes = 32;
inline constexpr int kMaxNeurons = 512;
constexpr bool is_allowed_size(int neurons) {
  return neurons >= kLanes && neurons <= kMaxNeurons && neurons % kLanes == 0;
}

// Whether the view of a side with its king there is mirrored.
constexpr bool is_mirrored(Square king) {
  return file_of(king) >= File::E;
}

namespace detail {

// The first input of a man, by view and piece.
inline constexpr auto kFirstInput = [] {
  std::array<std::array<std::uint16_t, kPieces>, kColors> out{};
  for (const Color view : {Color::White, Color::Black})
    for (const Color c : {Color::White, Color::Black})
      for (int t = 0; t < kPieceTypes; ++t)
        out[static_cast<std::size_t>(index(view))]
           [static_cast<std::size_t>(index(make_piece(c, static_cast<PieceType>(t))))] =
               static_cast<std::uint16_t>(((c == view ? 0 : kPieceTypes) + t) * kSquares);
  return out;
}();

}  // namespace detail

// How one side sees the board.
class Perspective {
 public:
  constexpr Perspective(Color view, bool mirrored)
      : first_(detail::kFirstInput[static_cast<std::size_t>(index(view))]),
        turned_(index(relative_square(view, Square::A1)) ^ (mirrored ? kMirror : 0)) {}

  constexpr int input_of(Piece piece, Square square) const {
    return first_[static_cast<std::size_t>(index(piece))] + (index(square) ^ turned_);
  }

 private:
  static constexpr int kMirror = 7;
  const std::array<std::uint16_t, kPieces>& first_;
  const int turned_;  // what differs between a square and how it is seen
};

constexpr int input_of(Color view, bool mirrored, Piece piece, Square square) {
  return Perspective(view, mirrored).input_of(piece, square);
}

// Composed positions may have more men than a game; they count as full boards.
constexpr int bucket_of(int men, int buckets) {
  constexpr int kKings = 2;
  return ((men < kMaxMen ? men : kMaxMen) - kKings) * buckets / kMaxMen;
}

}  // namespace oknos::eval::network
