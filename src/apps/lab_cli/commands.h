#pragma once

#include <CLI/CLI.hpp>
#include <vector>

#include "lab/experiment/kind.h"
#include "lab/team.h"

// The laboratory's commands. Each adds its subcommand with a footer of examples; when it is called, it runs and leaves
// its exit code. An experiment with a team leaves the work to its processes.
namespace oknos::lab_cli {

void add_analyse(CLI::App& app, int& exit_code);
void add_preset(CLI::App& app, int& exit_code);
void add_rules(CLI::App& app, int& exit_code);
void add_show(CLI::App& app, int& exit_code, const lab::RunKinds& kinds);
void add_merge(CLI::App& app, int& exit_code);
void add_datagen(CLI::App& app, int& exit_code);
void add_positions(CLI::App& app, int& exit_code);
void add_data(CLI::App& app, int& exit_code);
void add_train(CLI::App& app, int& exit_code);
void add_calibrate(CLI::App& app, int& exit_code);
void add_report(CLI::App& app, int& exit_code, const lab::RunKinds& kinds);
void add_why(CLI::App& app, int& exit_code);
void add_explore(CLI::App& app, int& exit_code, const lab::RunKinds& kinds);

// `completions` and `man`, about all the commands that `app` has when they are called.
void add_self_description(CLI::App& app, int& exit_code);

// Those that keep what they find in a run store.
void add_audit(CLI::App& app, int& exit_code, lab::Team* team);
void add_compare(CLI::App& app, int& exit_code, lab::Team* team);
void add_ablate(CLI::App& app, int& exit_code, lab::Team* team);
void add_suite(CLI::App& app, int& exit_code, lab::Team* team);
void add_match(CLI::App& app, int& exit_code, lab::Team* team);
void add_tune(CLI::App& app, int& exit_code, lab::Team* team);
void add_prove(CLI::App& app, int& exit_code, lab::Team* team);
void add_predict(CLI::App& app, int& exit_code, lab::Team* team);
void add_price(CLI::App& app, int& exit_code, lab::Team* team);

struct StoredCommand {
  lab::RunKinds kinds;  // of the stores that it writes
  void (*add)(CLI::App& app, int& exit_code, lab::Team* team);
  bool by_processes = true;  // also a command of oknos-lab-mpi
};
// All of them: what `show`, `report`, `explore` and oknos-lab-mpi know of them.
std::vector<StoredCommand> stored_commands();

// The program oknos-lab, with these stored commands. Its exit code.
int run_program(int argc, char** argv, const std::vector<StoredCommand>& stored);

}  // namespace oknos::lab_cli
