#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "lab/arguments/arguments.h"
#include "lab/commands/compare/compare.h"

namespace oknos::lab {

// The options of commands in which players search the same positions: positions or a store, the players (`names`:
// "--preset,--engine"), limits, --hash, and those of a stored run. `options` must live until the arguments have been
// read; then call check() of the result, and set options.hash_given.
PositionsOrStore add_compared(CLI::App& app, CompareOptions& options, const std::string& names, const std::string& help,
                              Team* team);

}  // namespace oknos::lab
