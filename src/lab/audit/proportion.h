#pragma once

#include <cstdint>

namespace oknos::lab {

// How often something happens, with its 95 % interval: low <= rate <= high, each from 0 to 1.
struct Proportion {
  double rate = 0.0;
  double low = 0.0;
  double high = 1.0;
};

// E. B. Wilson, "Probable inference, the law of succession, and statistical inference", 1927. Good also where nothing
// happened at all. Without any trial: 0 to 1.
Proportion proportion(std::uint64_t events, std::uint64_t trials);

}  // namespace oknos::lab
