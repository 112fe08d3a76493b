#pragma once

#include <string>
#include <vector>

#include "lab/arguments/command.h"

namespace oknos::lab {

// `completions` and `man`, about all the commands that `app` has when they are called.
void add_self_description(CLI::App& app, int& exit_code);

// `oknos-lab complete WORD...`, which the completion scripts call: the last word may be empty and is any text, so it is
// not for CLI11 to read. Returns the exit code.
int print_offers(const CLI::App& app, const std::vector<std::string>& words);

}  // namespace oknos::lab
