// The laboratory's experiments over the processes of an MPI run: rank 0 hands out work units, writes and prints.
#include "apps/mpi_program.h"

int main(int argc, char** argv) {
  return oknos::run_mpi_program(argc, argv, oknos::lab::stored_commands());
}
