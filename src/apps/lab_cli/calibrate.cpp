#include "lab/calibrate/calibrate.h"

#include <memory>

#include "apps/lab_cli/arguments.h"
#include "apps/lab_cli/commands.h"

namespace oknos::lab_cli {

void add_calibrate(CLI::App& app, int& exit_code) {
  constexpr double kLeastRisk = 0.001, kMostRisk = 50.0;  // percent
  const auto options = std::make_shared<lab::CalibrateOptions>();
  CLI::App* command = app.add_subcommand("calibrate", "Find the margins with a given error rate");
  command->footer(
      "Reads a census (made by audit --margins) and finds for each rule the margins that save the most nodes while "
      "the\n"
      "error rate stays within --risk. Only samples that no other rule prunes count. The margins are fitted on one "
      "half\n"
      "of the positions; the printed figures come from the other half.\n\n"
      "Examples:\n"
      "  oknos-lab audit ecm.epd --margins --depth 8 --sample 100 --out census.db\n"
      "  oknos-lab calibrate census.db --risk 0.5 --out calibrated.toml\n"
      "  oknos-lab compare wac.epd --preset modern --preset calibrated.toml --depth 8");
  command->add_option("census", options->census, "Run store made by audit --margins")
      ->type_name("CENSUS.db")
      ->required();
  command->add_option("--risk", options->risk, "Highest error rate allowed, percent (default: 1)")
      ->type_name("PERCENT")
      ->check(CLI::Range(kLeastRisk, kMostRisk));
  add_rule_options(*command, options->search);
  command->add_option("--name", options->name, "Name of the preset (default: calibrated)")->type_name("NAME");
  command->add_option("--out", options->out, "Write the preset to this file")->type_name("FILE.toml");
  add_force(*command, options->force);
  command->add_flag("--json", options->json, "Print one JSON value");
  add_color(*command, options->color);
  command->callback([options, &exit_code] { exit_code = lab::calibrate(*options); });
}

}  // namespace oknos::lab_cli
