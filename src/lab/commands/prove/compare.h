#pragma once

#include "lab/commands/prove/proof.h"
#include "lab/commands/prove/tally.h"

namespace oknos::lab {

// Searches a position to that depth with and without the rules, in every window and search of the plan; without
// windows where the position names its own. `index` is the position's in the input. Stops between two searches when the
// program is interrupted, and gives what there is.
Tally compare(const ProofPlan& plan, const ProofPosition& position, std::size_t index, int depth);

// One search of the plan, without rules or with those of a variant.
struct Asked {
  std::optional<Score> value;  // nothing: the limit was reached
  oracle::Counts counts;
};
Asked ask_oracle(const Position& position, const oracle::Semantics& semantics, const oracle::Rules* rules, int depth,
                 const Window& window, std::uint64_t limit = UINT64_MAX);

// Of the root, positional part included.
Score static_eval(const Position& position, const oracle::Semantics& semantics);

}  // namespace oknos::lab
