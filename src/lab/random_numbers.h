#pragma once

#include <bit>
#include <cassert>
#include <cstdint>

// Numbers that look random and are the same on every machine, which those of <random>'s distributions are not.
namespace oknos::lab {

// SplitMix64: G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014.
class RandomNumbers {
 public:
  explicit RandomNumbers(std::uint64_t seed) : state_(seed) {}
  // A sequence of its own for every number of a run: what item 7 draws does not depend on items 0 to 6.
  RandomNumbers(std::uint64_t seed, std::uint64_t item) : state_(RandomNumbers(seed).next() ^ mixed(item + 1)) {}

  std::uint64_t next() {
    state_ += kStep;
    return mixed(state_);
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
  static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15ULL;

  static constexpr std::uint64_t mixed(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

}  // namespace oknos::lab
