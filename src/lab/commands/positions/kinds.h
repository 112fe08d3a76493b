#pragma once

#include <vector>

#include "lab/commands/positions/mine.h"

// The kinds of positions that `oknos-lab positions` knows. Each has a file of its own.
namespace oknos::lab {

PositionKind openings_kind();
PositionKind middlegames_kind();
PositionKind endings_kind();
PositionKind tactics_kind();
PositionKind sampled_kind();

const std::vector<PositionKind>& position_kinds();

}  // namespace oknos::lab
