#pragma once

#include <CLI/CLI.hpp>

#include "train/game_walk.h"

namespace oknos::train {

// --filter, --decided, --skip-plies: which positions of the games are left out. `filter` holds the defaults and must
// live until the arguments have been read.
void add_filter(CLI::App& app, train::Filter& filter);

}  // namespace oknos::train
