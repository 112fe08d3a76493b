#pragma once

#include "lab/arguments/command.h"

namespace oknos::train {

void add_train(CLI::App& app, int& exit_code);

}  // namespace oknos::train
