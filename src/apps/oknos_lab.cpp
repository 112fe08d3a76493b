// The laboratory's command line: argument parsing and nothing else; each command's is in lab_cli/.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>

#include "apps/lab_cli/commands.h"
#include "base/text.h"
#include "lab/analyse.h"
#include "uci/identity.h"

namespace {

using namespace oknos;

// CLI11 says only that a command is required, whatever was written instead of one.
std::string command_problem(const CLI::App& app, int argc, char** argv) {
  std::string known;
  const std::string first = argc > 1 ? argv[1] : "";
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_name() == first) return "";
    known += (known.empty() ? "" : ", ") + command->get_name();
  }
  if (first.starts_with('-')) return "";
  return (first.empty() ? "a command is expected: " : text::quoted(first) + " is no command; there are: ") + known;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("The pruning laboratory of Oknos: what a chess search leaves out, and what that costs", "oknos-lab");
  app.set_version_flag("--version", "oknos-lab " + std::string(uci::kVersion));
  app.require_subcommand(1);
  app.footer(
      "Example: oknos-lab analyse        (a famous position)\n'oknos-lab COMMAND --help' explains each command.");
  int exit_code = 0;
  lab_cli::add_analyse(app, exit_code);
  lab_cli::add_audit(app, exit_code);
  lab_cli::add_compare(app, exit_code);
  lab_cli::add_ablate(app, exit_code);
  lab_cli::add_calibrate(app, exit_code);
  lab_cli::add_why(app, exit_code);
  lab_cli::add_explore(app, exit_code);
  lab_cli::add_report(app, exit_code);
  lab_cli::add_match(app, exit_code);
  lab_cli::add_preset(app, exit_code);
  lab_cli::add_rules(app, exit_code);
  lab_cli::add_suite(app, exit_code);
  lab_cli::add_show(app, exit_code);
  lab_cli::add_merge(app, exit_code);
  lab_cli::add_datagen(app, exit_code);
  lab_cli::add_positions(app, exit_code);
  lab_cli::add_data(app, exit_code);
  lab_cli::add_train(app, exit_code);
  lab_cli::add_prove(app, exit_code);
  if (const std::string problem = command_problem(app, argc, argv); !problem.empty())
    return lab::complain(lab::kUsage, problem + "\nTry 'oknos-lab --help'.");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) return app.exit(e);  // --help, --version
    std::fprintf(stderr, "oknos-lab: %s\nTry 'oknos-lab --help'.\n", e.what());
    return lab::kUsage;
  }
  return exit_code;
}
