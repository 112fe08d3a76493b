#pragma once

#include <bit>
#include <cassert>
#include <cstdint>

#include "engine/base/splitmix.h"

// Numbers that look random and are the same on every machine, which those of <random>'s distributions are not.
namespace oknos {

// SplitMix64.
class RandomNumbers {
 public:
  explicit RandomNumbers(std::uint64_t seed) : state_(seed) {}
  // A sequence of its own for every number of a run: what work unit 7 draws does not depend on work units 0 to 6.
  RandomNumbers(std::uint64_t seed, std::uint64_t work_unit)
      : state_(RandomNumbers(seed).next() ^ splitmix::mixed(work_unit + 1)) {}

  std::uint64_t next() {
    state_ += splitmix::kStep;
    return splitmix::mixed(state_);
  }

  // 0 to bound - 1, each equally likely. Precondition: bound > 0.
  std::uint64_t below(std::uint64_t bound) {
    assert(bound > 0);
    const std::uint64_t mask = ~std::uint64_t{0} >> std::countl_zero(bound | 1);
    for (;;)
      if (const std::uint64_t n = next() & mask; n < bound) return n;
  }

  // 0 to 1, without 1.
  double unit() {
    constexpr int kFraction = 53;  // bits of a double
    return static_cast<double>(next() >> (64 - kFraction)) / static_cast<double>(std::uint64_t{1} << kFraction);
  }

 private:
  std::uint64_t state_;
};

}  // namespace oknos
