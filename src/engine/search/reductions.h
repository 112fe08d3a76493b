#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "engine/base/score.h"

namespace oknos {

namespace detail {

inline constexpr std::size_t kReductionSize = 64;
inline constexpr int kReductionOne = 1024;  // fixed point

// Natural logarithm in units of 1/1024. Computes the binary logarithm bit by bit (squaring doubles a logarithm).
constexpr int log_of(unsigned n) {
  constexpr int kFractionBits = 10;
  constexpr std::int64_t kLn2 = 710;  // ln 2 * 1024
  int whole = 0;
  while (n >> (whole + 1)) ++whole;
  std::uint64_t x = (std::uint64_t{n} << 31) >> whole;  // in [1, 2), 31 bits after the point
  std::int64_t log2 = whole;
  for (int i = 0; i < kFractionBits; ++i) {
    x = x * x >> 31;
    log2 *= 2;
    if (x >> 32) {
      x >>= 1;
      ++log2;
    }
  }
  return static_cast<int>(log2 * kLn2 / kReductionOne);
}

constexpr std::array<int, kReductionSize> make_logs() {
  std::array<int, kReductionSize> out{};
  for (unsigned n = 1; n < kReductionSize; ++n) out[n] = log_of(n);
  return out;
}
inline constexpr std::array<int, kReductionSize> kLog = make_logs();

}  // namespace detail

// The table of late move reductions: base + ln(depth) * ln(number) / divisor, in integers, so that all builds reduce
// alike.
class Reductions {
 public:
  static constexpr int kOne = detail::kReductionOne;  // one ply

  // `base` and `divisor` in hundredths.
  Reductions(int base, int divisor) {
    constexpr int kHundred = 100;
    for (std::size_t d = 1; d < kSize; ++d)
      for (std::size_t n = 1; n < kSize; ++n) {
        const std::int64_t product = std::int64_t{detail::kLog[d]} * detail::kLog[n] / kOne;  // in 1/1024
        const std::int64_t plies = std::int64_t{base} * kOne / kHundred + product * kHundred / divisor;
        table_[d][n] = static_cast<std::int16_t>(std::max<std::int64_t>(plies, 0));
      }
  }

  // The reduction in 1/kOne plies. `number`: moves searched before.
  int operator()(Depth depth, int number) const {
    const auto limit = [](int x) {
      return std::clamp<std::size_t>(static_cast<std::size_t>(std::max(x, 0)), 0, kSize - 1);
    };
    return table_[limit(depth.plies())][limit(number)];
  }

 private:
  static constexpr std::size_t kSize = detail::kReductionSize;

  std::array<std::array<std::int16_t, kSize>, kSize> table_{};
};

}  // namespace oknos
