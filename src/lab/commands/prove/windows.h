#pragma once

#include <vector>

#include "engine/base/random_numbers.h"
#include "lab/commands/prove/proof.h"

namespace oknos::lab {

// `count` windows for a position of that static value and that value (of the full window): the full one, then null
// windows beside the value, the static value and 0, then random ones, null and wide and among the mates, in turn.
std::vector<Window> draw_windows(int count, Score static_eval, Score value, RandomNumbers& random);

}  // namespace oknos::lab
