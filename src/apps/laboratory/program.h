#pragma once

#include <CLI/CLI.hpp>
#include <vector>

#include "lab/experiment/kind.h"
#include "lab/experiment/team.h"

// The program oknos-lab: its commands (lab/commands, train/commands and explorer hold them) and what they have in
// common.
namespace oknos::lab {

// A command that keeps what it finds in a run store.
struct StoredCommand {
  RunKinds kinds;  // of the stores that it writes
  void (*add)(CLI::App& app, int& exit_code, Team* team);
  bool by_processes = true;  // also a command of oknos-lab-mpi
};
// All of them: what `show`, `report`, `explore` and oknos-lab-mpi know of them.
std::vector<StoredCommand> stored_commands();

// Adds all commands: these stored ones, and those that keep nothing.
void add_commands(CLI::App& app, int& exit_code, const std::vector<StoredCommand>& stored);

// The program with these stored commands. Its exit code.
int run_program(int argc, char** argv, const std::vector<StoredCommand>& stored);

}  // namespace oknos::lab
