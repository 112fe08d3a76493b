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
// board is mirrored otherwise. A network may have king buckets: a set of input weights for each of several places of
// that king. N neurons sum up the inputs that are there (the accumulator), once for each side. The output sums both
// sides' neurons, those of the side to move first, with weights of the bucket that the number of men chooses. A network
// may have a second hidden layer beside these weights: for each bucket, H neurons that sum up the same neurons with
// weights of their own, and an output weight for each of them.
namespace oknos::eval::network {

inline constexpr int kInputs = 2 * kPieceTypes * kSquares;  // of one king bucket
inline constexpr int kMaxKingBuckets = 4;
inline constexpr int kMaxMen = 32;  // in a game
inline constexpr int kMaxBuckets = 8;

// N is a multiple of kLanes, so that loops over it need no remainder.
inline constexpr int kLanes = 32;
inline constexpr int kMaxNeurons = 512;
constexpr bool is_allowed_size(int neurons) {
  return neurons >= kLanes && neurons <= kMaxNeurons && neurons % kLanes == 0;
}

constexpr bool is_allowed_number_of_king_buckets(int buckets) {
  return buckets == 1 || buckets == kMaxKingBuckets;
}

// Neurons of the second hidden layer, of each output bucket: a multiple of kHiddenStep, which are computed together.
inline constexpr int kHiddenStep = 8;
inline constexpr int kMaxHidden = 32;
constexpr bool is_allowed_hidden_size(int neurons) {
  return neurons >= 0 && neurons <= kMaxHidden && neurons % kHiddenStep == 0;
}

// How a side sees the board, by the square of its king.
struct KingView {
  int bucket = 0;
  bool mirrored = false;

  constexpr bool operator==(const KingView&) const = default;
  constexpr std::size_t number() const { return 2 * static_cast<std::size_t>(bucket) + (mirrored ? 1 : 0); }
};
inline constexpr std::size_t kKingViews = 2 * kMaxKingBuckets;

// Four buckets: the back rank near a corner, the middle of the back rank, the second rank, everything beyond.
constexpr int king_bucket(Square seen, int buckets) {
  if (buckets == 1) return 0;
  if (rank_of(seen) >= Rank::R3) return 3;
  if (rank_of(seen) == Rank::R2) return 2;
  return file_of(seen) >= File::C && file_of(seen) <= File::F ? 1 : 0;
}
constexpr KingView king_view(Color side, Square king, int buckets) {
  return {king_bucket(relative_square(side, king), buckets), file_of(king) >= File::E};
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
  constexpr Perspective(Color side, KingView view)
      : first_(detail::kFirstInput[static_cast<std::size_t>(index(side))]),
        turned_(index(relative_square(side, Square::A1)) ^ (view.mirrored ? kMirror : 0)),
        of_bucket_(view.bucket * kInputs) {}

  constexpr int input_of(Piece piece, Square square) const {
    return of_bucket_ + first_[static_cast<std::size_t>(index(piece))] + (index(square) ^ turned_);
  }

 private:
  static constexpr int kMirror = 7;
  const std::array<std::uint16_t, kPieces>& first_;
  const int turned_;     // what differs between a square and how it is seen
  const int of_bucket_;  // the first input of the king bucket
};

constexpr int input_of(Color side, KingView view, Piece piece, Square square) {
  return Perspective(side, view).input_of(piece, square);
}

// Composed positions may have more men than a game; they count as full boards.
constexpr int bucket_of(int men, int buckets) {
  constexpr int kKings = 2;
  return ((men < kMaxMen ? men : kMaxMen) - kKings) * buckets / kMaxMen;
}

}  // namespace oknos::eval::network
