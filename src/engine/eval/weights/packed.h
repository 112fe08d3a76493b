#pragma once

#include <cstdint>

#include "engine/eval/weights/weight_values.h"

// Both numbers of a tapered weight in one word, so that they are added and multiplied together: the middlegame in the
// low half, the ending in the high half, which lends to the low one when that is negative.
namespace oknos::eval {

using Packed = std::int32_t;

constexpr Packed pack(int mg, int eg) {
  return static_cast<Packed>((static_cast<std::uint32_t>(eg) << 16) + static_cast<std::uint32_t>(mg));
}
constexpr Packed pack(Tapered w) {
  return pack(w.mg, w.eg);
}
constexpr int mg_of(Packed p) {
  return static_cast<std::int16_t>(static_cast<std::uint16_t>(p));
}
constexpr int eg_of(Packed p) {
  constexpr std::uint32_t kHalf = 0x8000;  // gives back what a negative low half has borrowed
  return static_cast<std::int16_t>(static_cast<std::uint16_t>((static_cast<std::uint32_t>(p) + kHalf) >> 16));
}

namespace detail {
constexpr std::array<Packed, kWeightCount> packed_weights() {
  std::array<Packed, kWeightCount> out{};
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = pack(kWeights[i]);
  return out;
}
}  // namespace detail

inline constexpr std::array<Packed, kWeightCount> kPackedWeights = detail::packed_weights();

}  // namespace oknos::eval
