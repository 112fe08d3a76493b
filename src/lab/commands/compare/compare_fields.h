#pragma once

#include "lab/solving/outcome_fields.h"
#include "lab/store/format.h"

namespace oknos::lab {

// A CompareCell in the rows of a run store.
inline constexpr auto kCompareCellFields = [](auto& f, auto& c) {
  f("player", c.player, "in the order of the header's players, from 0");
  f("limit", c.limit, "plies, nodes or milliseconds, as the header's limits say");
  outcome_field(f, c.outcome);
  f("move", c.move, "the move at the end, UCI");
  f("value", c.value, "its value from the view of the side to move; mate: 32000 less its plies");
  f("depth", c.depth, "completed, plies");
  f("nodes", c.nodes, "of the whole search");
  f("ms", c.time, "milliseconds of the whole search", store::kVolatile);
};

}  // namespace oknos::lab
