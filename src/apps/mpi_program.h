#pragma once

#include <vector>

#include "apps/laboratory/program.h"

namespace oknos {

// The program oknos-lab-mpi, with these stored commands: rank 0 hands out work units, writes and prints. Its exit code.
int run_mpi_program(int argc, char** argv, const std::vector<lab::StoredCommand>& stored);

}  // namespace oknos
