#pragma once

#include "lab/arguments/command.h"

// Commands of which nobody needs anything but that they are there.
namespace oknos::lab {

void add_analyse(CLI::App& app, int& exit_code);  // positions and games, with what each rule did
void add_datagen(CLI::App& app, int& exit_code);  // games of the search against itself (docs/datagen.md)
void add_preset(CLI::App& app, int& exit_code);   // what presets there are, and what is in them
void add_rules(CLI::App& app, int& exit_code);    // what rules there are, from the registry
void add_why(CLI::App& app, int& exit_code);      // why was a line not searched further?

}  // namespace oknos::lab
