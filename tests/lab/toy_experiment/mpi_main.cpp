// oknos-lab-mpi with one stored command more.
#include "apps/mpi_program.h"
#include "toy_experiment/toy.h"

int main(int argc, char** argv) {
  auto stored = oknos::lab::stored_commands();
  stored.push_back(oknos::test::toy_command());
  return oknos::run_mpi_program(argc, argv, stored);
}
