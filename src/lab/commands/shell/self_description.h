#pragma once

#include "lab/arguments/command.h"

namespace oknos::lab {

// `completions` and `man`, about all the commands that `app` has when they are called.
void add_self_description(CLI::App& app, int& exit_code);

}  // namespace oknos::lab
