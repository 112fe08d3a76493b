// oknos-lab with one stored command more.
#include "apps/laboratory/program.h"
#include "toy_experiment/toy.h"

int main(int argc, char** argv) {
  auto stored = oknos::lab::stored_commands();
  stored.push_back(oknos::test::toy_command());
  return oknos::lab::run_program(argc, argv, stored);
}
