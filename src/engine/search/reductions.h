#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "engine/base/score.h"
#include "engine/pruning/parts/search_features.h"
#include "engine/search/history.h"

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

// What the reduction of a move depends on, besides the settings.
struct LateMove {
  Depth depth;                // of the node, plies
  int number = 0;             // of moves before it
  bool pv = false;            // the node is on a principal variation
  bool tt_pv = false;         // it is or was on one
  bool cut_node = false;      // it is an expected cut node
  bool improving = false;     // its static evaluation has risen
  bool tt_capture = false;    // its TT move is a capture or promotion
  bool many_cutoffs = false;  // at the next ply, more than a few nodes were cut
  bool in_check = false;      // at the node
  bool tactical = false;      // the move is a capture or promotion
  bool killer = false;        // the move is a killer move
  int history = 0;            // of the move, -kHistoryMax to kHistoryMax
};

// The table of late move reductions: base + ln(depth) * ln(number) / divisor, in integers, so that all builds reduce
// alike.
class Reductions {
 public:
  static constexpr int kOne = detail::kReductionOne;  // one ply

  Reductions() = default;  // no reduction at all, until `set`
  Reductions(int base, int divisor) { set(base, divisor); }

  // `base` and `divisor` in hundredths. Searches of a few hundred nodes would notice if each filled the table again.
  void set(int base, int divisor) {
    if (base == base_ && divisor == divisor_) return;
    base_ = base;
    divisor_ = divisor;
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

  // Late move reduction of a move that gives no check, in 1/kOne plies; at least 0. Of captures and promotions, and in
  // check, a share of what a quiet move would get.
  int of(const LateMove& move, const pruning::RuleSetting& setting) const {
    using P = pruning::LateMoveReductions::P;
    constexpr int kHundred = 100;
    int r = (*this)(move.depth, move.number);
    const auto add = [&](bool holds, P parameter, int sign) {
      r += holds ? sign * setting[parameter] * kOne / kHundred : 0;
    };
    add(move.pv, P::Pv, -1);
    add(move.tt_pv, P::TtPv, -1);
    add(move.cut_node, P::CutNode, 1);
    add(!move.improving, P::NotImproving, 1);
    add(move.tt_capture, P::TtCapture, 1);
    add(move.many_cutoffs, P::Cutoffs, 1);
    add(move.killer && !move.tactical, P::Killer, -1);
    r -= move.history * setting[move.tactical ? P::CaptureHistory : P::History] / kHundred * kOne / kHistoryMax;
    r = std::max(r, 0);
    if (move.tactical) r = r * setting[P::Captures] / kHundred;
    return move.in_check ? r * setting[P::InCheck] / kHundred : r;
  }

 private:
  static constexpr std::size_t kSize = detail::kReductionSize;

  int base_ = 0, divisor_ = 0;  // of the table; 0 is no divisor
  std::array<std::array<std::int16_t, kSize>, kSize> table_{};
};

}  // namespace oknos
