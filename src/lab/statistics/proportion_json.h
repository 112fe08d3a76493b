#pragma once

#include "lab/statistics/proportion.h"

namespace oknos::lab {

// Adds a rate and its interval to a JSON object.
template <class Json>
void add_rate(Json& to, const Proportion& rate) {
  to["rate"] = rate.rate;
  to["rate_low"] = rate.low;
  to["rate_high"] = rate.high;
}

}  // namespace oknos::lab
