// The laboratory's command line: argument parsing and nothing else; it is in lab_cli/.
#include "apps/lab_cli/commands.h"

int main(int argc, char** argv) {
  return oknos::lab_cli::run_program(argc, argv, oknos::lab_cli::stored_commands());
}
