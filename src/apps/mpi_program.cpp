#include "apps/mpi_program.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <string>

#include "apps/mpi_team.h"
#include "engine/base/build_identity.h"
#include "engine/platform/standard_output.h"
#include "engine/uci/identity.h"
#include "lab/arguments/arguments.h"
#include "lab/arguments/help_format.h"
#include "lab/terminal/exit_code.h"

#ifdef __SANITIZE_ADDRESS__
// Open MPI's plugins leave memory behind and are unloaded before anybody could name them in a list of exceptions. The
// leaks of the laboratory itself are found in oknos-lab.
extern "C" int __lsan_is_turned_off();  // NOLINT(bugprone-reserved-identifier): the sanitizer's own name
extern "C" int __lsan_is_turned_off() {
  return 1;
}
#endif

namespace oknos {

namespace {

// What the other ranks have to say is said by the leader too.
bool fall_silent() {
  return std::freopen("/dev/null", "w", stdout) != nullptr && std::freopen("/dev/null", "w", stderr) != nullptr;
}

int run(int argc, char** argv, const std::vector<lab::StoredCommand>& stored, lab::Team& team) {
  CLI::App app("The experiments of oknos-lab over the processes of an MPI run", "oknos-lab-mpi");
  app.set_version_flag("--version", "oknos-lab-mpi " + std::string(uci::kVersion) + oknos_development_version() + " (" +
                                        oknos_build_identity() + ")");
  app.require_subcommand(1);
  app.formatter(std::make_shared<lab::HelpFormat>());  // subcommands inherit it
  app.footer(
      "Example: mpirun -n 4 oknos-lab-mpi audit wac.epd --depth 10 --out audit.db\n"
      "Rank 0 distributes the positions and writes the results, which are the same as those of oknos-lab. Every other\n"
      "rank searches with one thread. If a rank dies, the run ends; continue it with --resume.");
  int exit_code = 0;
  for (const lab::StoredCommand& command : stored)
    if (command.by_processes) command.add(app, exit_code, &team);
  lab::refuse_empty_values(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) return app.exit(e);  // --help, --version
    std::fprintf(stderr, "oknos-lab-mpi: %s\nTry 'oknos-lab-mpi --help'.\n", e.what());
    return lab::kUsage;
  }
  return exit_code;
}

}  // namespace

int run_mpi_program(int argc, char** argv, const std::vector<lab::StoredCommand>& stored) {
  platform::occupy_standard_streams();
  MpiTeam team(argc, argv);
  if (!team.leads() && !fall_silent()) return lab::kFailure;
  const int exit_code = run(argc, argv, stored, team);
  team.say_goodbye();
  return team.leads() ? platform::exit_code_after_output("oknos-lab-mpi", exit_code) : 0;
}

}  // namespace oknos
