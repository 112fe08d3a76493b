// oknos-lab with one stored command more.
#include "apps/lab_cli/commands.h"
#include "toy_experiment/toy.h"

int main(int argc, char** argv) {
  auto stored = oknos::lab_cli::stored_commands();
  stored.push_back({{oknos::test::toy_kind()}, oknos::test::add_toy});
  return oknos::lab_cli::run_program(argc, argv, stored);
}
