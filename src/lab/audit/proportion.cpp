#include "lab/audit/proportion.h"

#include <algorithm>
#include <cmath>

namespace oknos::lab {

Proportion proportion(std::uint64_t events, std::uint64_t trials) {
  if (trials == 0) return {};
  constexpr double kDeviations = 1.959963984540054;  // of a normal distribution: 95 % lie within
  constexpr double kSquare = kDeviations * kDeviations;
  const auto n = static_cast<double>(trials);
  const double rate = static_cast<double>(events) / n;
  const double middle = (rate + kSquare / (2 * n)) / (1 + kSquare / n);
  const double half = kDeviations / (1 + kSquare / n) * std::sqrt(rate * (1 - rate) / n + kSquare / (4 * n * n));
  return {rate, events == 0 ? 0.0 : std::max(0.0, middle - half),
          events == trials ? 1.0 : std::min(1.0, middle + half)};
}

}  // namespace oknos::lab
