#pragma once

#include "lab/arguments/command.h"
#include "lab/experiment/result.h"

namespace oknos::lab {

// A command that keeps what it finds in a run store. Its folder has a function that returns it, and
// apps/laboratory/registry.cpp calls that in one line; `show`, `report`, `explore` and oknos-lab-mpi know it from
// there.
struct StoredCommand {
  RunKinds kinds;  // of the stores that it writes
  void (*add)(CLI::App& app, int& exit_code, Team* team);
  bool by_processes = true;  // also a command of oknos-lab-mpi
};

}  // namespace oknos::lab
