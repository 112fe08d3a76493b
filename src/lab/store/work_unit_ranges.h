#pragma once

#include <set>
#include <string>

#include "lab/store/run_store.h"

namespace oknos::lab::store {

// How many of all work units the shard holds.
WorkUnitNumber work_units_of(const Shard& shard, WorkUnitNumber work_units);

struct Missing {
  WorkUnitNumber count = 0;
  std::string ranges;  // "3, 7-12, 20"; of a shard the ends of the ranges are work units that it holds
};
// Work units of the shard that are not in `done`. However many work units there are, it takes no longer than `done` is
// large.
Missing missing_work_units(const std::set<WorkUnitNumber>& done, WorkUnitNumber work_units, const Shard& shard);

}  // namespace oknos::lab::store
