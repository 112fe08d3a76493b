#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "lab/arguments/stored_command.h"

// The program oknos-lab: its commands (lab/commands, train/commands and explorer hold them) and what they have in
// common.
namespace oknos::lab {

// All that keep what they find in a run store.
std::vector<StoredCommand> stored_commands();

// For a name that a command once had, what it is now: "compare is now: suite --player A --player B". Else empty.
std::string moved_to(const std::string& command);

// Adds all commands: these stored ones, and those that keep nothing.
void add_commands(CLI::App& app, int& exit_code, const std::vector<StoredCommand>& stored);

// The program with these stored commands. Its exit code.
int run_program(int argc, char** argv, const std::vector<StoredCommand>& stored);

}  // namespace oknos::lab
