#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/experiment/experiment.h"
#include "lab/record/search_fields.h"
#include "lab/solving/outcome_fields.h"
#include "lab/solving/position_result.h"
#include "lab/store/format.h"

// Players x limits on one position: what `compare`, `ablate` and `regret` search.
namespace oknos::lab {

struct GridCell {
  int player = 0;          // in the order of the command line, from 0
  std::int64_t limit = 0;  // plies, nodes or milliseconds, whichever the run varies
  SuiteOutcome outcome = SuiteOutcome::Searched;
  std::string move;          // UCI; empty when there is none
  std::optional<int> value;  // of the move, from the view of the side to move: centipawns, mate as 32000 less its plies
  int depth = 0;             // completed, plies
  std::uint64_t nodes = 0;
  std::int64_t time = 0;  // milliseconds
};

inline constexpr auto kGridCellFields = [](auto& f, auto& c) {
  f("player", c.player, "in the order of the header's players, from 0");
  f("limit", c.limit, "plies, nodes or milliseconds, as the header's limits say");
  outcome_field(f, c.outcome);
  f("move", c.move, "the move at the end, UCI");
  f("value", c.value, "its value from the view of the side to move; mate: 32000 less its plies");
  f("depth", c.depth, "completed, plies");
  f("nodes", c.nodes, "of the whole search");
  f("ms", c.time, "milliseconds of the whole search", store::kVolatile);
};

// Each player searches the position with an empty table to each limit.
Found<std::vector<GridCell>> search_grid(const record::Players::Started& players, const record::LimitLadder& limits,
                                         const SuitePosition& position);

}  // namespace oknos::lab
