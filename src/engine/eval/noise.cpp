#include "engine/eval/noise.h"

#include "engine/base/splitmix.h"
#include "engine/chess/bitboard.h"

namespace oknos::eval {

namespace {

// About normally distributed, in 1,024ths of the standard deviation: the sum of the number's four 16-bit parts, whose
// deviation is 2^16 / sqrt(3).
int normal(std::uint64_t random) {
  constexpr int kPartBits = 16, kParts = 4;
  constexpr std::int64_t kMean = kParts * ((std::int64_t{1} << kPartBits) - 1) / 2;
  constexpr std::int64_t kDeviation = 37837;
  constexpr std::int64_t kUnit = 1024;
  std::int64_t sum = 0;
  for (int part = 0; part < kParts; ++part) sum += (random >> (part * kPartBits)) & ((1U << kPartBits) - 1);
  return static_cast<int>((sum - kMean) * kUnit / kDeviation);
}

std::uint64_t random_of(std::uint64_t number) {
  return splitmix::mixed(number + splitmix::kStep);
}

}  // namespace

Score noise_of(const Noise& noise, const Position& position) {
  constexpr int kOfPiece = 4;  // a piece on its square is misjudged by a quarter of the deviation
  constexpr int kUnit = 1024;
  const Color us = position.side_to_move();
  int pieces = 0;
  for (Bitboard rest = position.pieces(); rest;) {
    const Square square = pop_lowest(rest);
    const Piece piece = position.piece_on(square);
    const Color owner = color_of(piece);
    // The same for both sides: one player has one opinion.
    const int seen = index(type_of(piece)) * kSquares + index(relative_square(owner, square));
    const int error = normal(random_of(noise.seed ^ random_of(static_cast<std::uint64_t>(seen))));
    pieces += owner == us ? error : -error;
  }
  const int whole = normal(random_of(noise.seed ^ position.key()));
  return Score{(whole + pieces / kOfPiece) * noise.deviation / kUnit};
}

}  // namespace oknos::eval
