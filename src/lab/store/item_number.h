#pragma once

#include <cstdint>

namespace oknos::lab {

// The items of an experiment (positions, pairs of games) are numbered from 0.
using ItemNumber = std::int64_t;

}  // namespace oknos::lab
