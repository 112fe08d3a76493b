#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/eval/network/architecture.h"

// The loops over the neurons, where the time goes. They are written so that compilers turn them into vector
// instructions on every processor: a fixed number of lanes, 16-bit numbers, no remainder, nothing that overflows (the
// limits in network.h see to that). So there is one code for all, and it computes the same everywhere.
namespace oknos::eval::network {

// to = from + added rows - removed rows, in one pass. `to` is none of the others: knowing that, compilers keep the sums
// in registers.
template <int added, int removed>
void update(std::int16_t* __restrict to, const std::int16_t* from, const std::int16_t* const (&plus)[2],
            const std::int16_t* const (&minus)[2], int neurons) {
  for (int first = 0; first < neurons; first += kLanes)
    for (int i = first; i < first + kLanes; ++i) {
      int sum = from[i];
      if constexpr (added > 0) sum += plus[0][i];
      if constexpr (added > 1) sum += plus[1][i];
      if constexpr (removed > 0) sum -= minus[0][i];
      if constexpr (removed > 1) sum -= minus[1][i];
      to[i] = static_cast<std::int16_t>(sum);
    }
}

// sums = sums + row, or - row.
template <bool comes>
void change(std::int16_t* __restrict sums, const std::int16_t* __restrict row, int neurons) {
  for (int first = 0; first < neurons; first += kLanes)
    for (int i = first; i < first + kLanes; ++i)
      sums[i] = static_cast<std::int16_t>(comes ? sums[i] + row[i] : sums[i] - row[i]);
}

constexpr std::int16_t clamped(std::int16_t neuron) {
  constexpr std::int16_t kNone = 0;
  constexpr std::int16_t kOne = 255;
  const std::int16_t above = neuron < kNone ? kNone : neuron;
  return above > kOne ? kOne : above;
}

// The sum of weight * clamp(neuron, 0, 255)^2. The first product fits into 16 bits, so that two of the second ones can
// be added by one instruction. (One plain loop: in that shape g++ finds the instruction.)
inline int activated_sum(const std::int16_t* neurons, const std::int16_t* weights, int count) {
  int sum = 0;
  const int whole = count / kLanes * kLanes;
  for (int i = 0; i < whole; ++i) {
    const std::int16_t active = clamped(neurons[i]);
    const auto product = static_cast<std::int16_t>(active * weights[i]);
    sum += product * active;
  }
  return sum;
}

// to = clamp(neuron, 0, 255)^2 >> shift.
template <int shift>
void square(std::int16_t* __restrict to, const std::int16_t* __restrict neurons, int count) {
  for (int first = 0; first < count; first += kLanes)
    for (int i = first; i < first + kLanes; ++i) {
      const std::int16_t active = clamped(neurons[i]);
      to[i] = static_cast<std::int16_t>(static_cast<std::uint16_t>(active * active) >> shift);
    }
}

// sums[j] += the products of `x` with row j of the weights, for kHiddenStep rows: each number of `x` is read once for
// all. (Eight sums by name: in that shape g++ and clang++ keep them in registers and find the instruction for two
// products.)
inline void add_dots(std::int32_t* sums, const std::int16_t* __restrict x, const std::int16_t* __restrict weights,
                     int count) {
  const int whole = count / kLanes * kLanes;
  const auto row = [&](std::ptrdiff_t j) { return weights + j * count; };
  const std::int16_t *const w0 = row(0), *const w1 = row(1), *const w2 = row(2), *const w3 = row(3), *const w4 = row(4),
                            *const w5 = row(5), *const w6 = row(6), *const w7 = row(7);
  int a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0;
  for (int i = 0; i < whole; ++i) {
    a += x[i] * w0[i];
    b += x[i] * w1[i];
    c += x[i] * w2[i];
    d += x[i] * w3[i];
    e += x[i] * w4[i];
    f += x[i] * w5[i];
    g += x[i] * w6[i];
    h += x[i] * w7[i];
  }
  static_assert(kHiddenStep == 8);
  const int all[kHiddenStep] = {a, b, c, d, e, f, g, h};
  for (int j = 0; j < kHiddenStep; ++j) sums[j] += all[j];
}

}  // namespace oknos::eval::network
