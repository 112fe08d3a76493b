#pragma once

#include <cstdint>

#include "eval/network/architecture.h"

// The loops over the neurons, where the time goes. They are written so that compilers turn them into vector
// instructions on every processor: a fixed number of lanes, 16-bit numbers, no remainder, nothing that overflows (the
// limits in network.h see to that). So there is one code for all, and it computes the same everywhere.
namespace oknos::eval::network {

// to = from + added rows - removed rows. `to` may be `from`.
template <int added, int removed>
void update(std::int16_t* to, const std::int16_t* from, const std::int16_t* const (&plus)[2],
            const std::int16_t* const (&minus)[2], int neurons) {
  for (int first = 0; first < neurons; first += kLanes) {
    std::int16_t sums[kLanes];
    for (int i = 0; i < kLanes; ++i) {
      int sum = from[first + i];
      if constexpr (added > 0) sum += plus[0][first + i];
      if constexpr (added > 1) sum += plus[1][first + i];
      if constexpr (removed > 0) sum -= minus[0][first + i];
      if constexpr (removed > 1) sum -= minus[1][first + i];
      sums[i] = static_cast<std::int16_t>(sum);
    }
    for (int i = 0; i < kLanes; ++i) to[first + i] = sums[i];
  }
}

// The sum of weight * clamp(neuron, 0, 255)^2. The first product fits into 16 bits, so that two of the second ones can
// be added by one instruction. (One plain loop: in that shape g++ finds the instruction.)
inline int activated_sum(const std::int16_t* neurons, const std::int16_t* weights, int count) {
  constexpr std::int16_t kNone = 0;
  constexpr std::int16_t kOne = 255;
  int sum = 0;
  const int whole = count / kLanes * kLanes;
  for (int i = 0; i < whole; ++i) {
    std::int16_t active = neurons[i] < kNone ? kNone : neurons[i];
    active = active > kOne ? kOne : active;
    const auto product = static_cast<std::int16_t>(active * weights[i]);
    sum += product * active;
  }
  return sum;
}

}  // namespace oknos::eval::network
