#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "lab/statistics/statistics.h"

namespace oknos::lab {

// A mean of independent values, with its 95 % interval.
class Mean {
 public:
  void add(double x) {
    ++count_;
    sum_ += x;
    squares_ += x * x;
  }
  std::uint64_t count() const { return count_; }
  double mean() const { return count_ == 0 ? 0 : sum_ / static_cast<double>(count_); }

  // The interval is that of the scatter. Infinite bounds: one value has no scatter.
  Estimate estimate() const {
    if (count_ == 0) return {};
    constexpr double kUnknown = std::numeric_limits<double>::infinity();
    if (count_ == 1) return {mean(), -kUnknown, kUnknown};
    const auto n = static_cast<double>(count_);
    const double variance = std::max(squares_ - n * mean() * mean(), 0.0) / (n - 1);
    const double half = kDeviationsOf95Percent * std::sqrt(variance / n);
    return {mean(), mean() - half, mean() + half};
  }

  // For values that are nearly always 0: where all were 0, the scatter says nothing of how often others occur. What was
  // not seen in n cases occurs, with 95 % confidence, in fewer than 3 / n of them; it is taken to be of size `size`.
  Estimate estimate_of_rare(double size) const {
    constexpr double kRuleOfThree = 3.0;
    Estimate out = estimate();
    if (count_ == 0) return out;
    const double half = std::max(out.high - out.value, size * kRuleOfThree / static_cast<double>(count_));
    return {out.value, out.value - half, out.value + half};
  }

 private:
  std::uint64_t count_ = 0;
  double sum_ = 0, squares_ = 0;
};

}  // namespace oknos::lab
