#pragma once

#include <cstdint>

namespace oknos::lab {

// The work units of an experiment (positions, pairs of games) are numbered from 0.
using WorkUnitNumber = std::int64_t;

}  // namespace oknos::lab
