#pragma once

#include <CLI/CLI.hpp>

#include "lab/team.h"

// The laboratory's commands. Each adds its subcommand with a footer of examples; when it is called, it runs and leaves
// its exit code. An experiment with a team leaves the work to its processes.
namespace oknos::lab_cli {

void add_analyse(CLI::App& app, int& exit_code);
void add_match(CLI::App& app, int& exit_code, lab::Team* team = nullptr);
void add_preset(CLI::App& app, int& exit_code);
void add_rules(CLI::App& app, int& exit_code);
void add_suite(CLI::App& app, int& exit_code, lab::Team* team = nullptr);
void add_show(CLI::App& app, int& exit_code);
void add_merge(CLI::App& app, int& exit_code);
void add_datagen(CLI::App& app, int& exit_code);
void add_positions(CLI::App& app, int& exit_code);
void add_data(CLI::App& app, int& exit_code);
void add_train(CLI::App& app, int& exit_code);
void add_tune(CLI::App& app, int& exit_code);
void add_audit(CLI::App& app, int& exit_code, lab::Team* team = nullptr);
void add_ablate(CLI::App& app, int& exit_code, lab::Team* team = nullptr);
void add_compare(CLI::App& app, int& exit_code, lab::Team* team = nullptr);
void add_calibrate(CLI::App& app, int& exit_code);
void add_report(CLI::App& app, int& exit_code);
void add_why(CLI::App& app, int& exit_code);
void add_explore(CLI::App& app, int& exit_code);
void add_prove(CLI::App& app, int& exit_code);

}  // namespace oknos::lab_cli
