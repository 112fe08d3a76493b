#include <memory>

#include "lab/arguments/arguments.h"
#include "lab/commands/match/match_arguments.h"
#include "lab/commands/tune/tune.h"
#include "lab/commands/tune/tune_result.h"

namespace oknos::lab {

namespace {

constexpr const char* kTuneFooter =
    "Plays the preset, or a UCI engine, against itself: one side has every chosen parameter moved up or down at "
    "random, the other the\n"
    "opposite way. After each pair of games, the parameters move a little towards the winner's values (SPSA). At the\n"
    "end the tuned values play against the initial ones. Parameters are named as in presets; a range and a final\n"
    "perturbation (c_end) can be given:\n"
    "  --parameter reverse_futility.margin\n"
    "  --parameter reverse_futility.margin=20..120,step=6\n"
    "  --parameter late_move_reductions        all parameters of the rule; 'all': those of every enabled rule\n"
    "  --parameter option.Margin=20..120       an option of a UCI engine\n\n"
    "Examples:\n"
    "  oknos-lab tune --parameter reverse_futility.margin --parameter late_move_pruning.scale --nodes 2000 --out "
    "tune.db\n"
    "  oknos-lab tune --parameter all --iterations 30000 --nodes 5000 --out tune.db --preset-out tuned.toml\n"
    "  oknos-lab tune cmd=weiss --parameter \"option.RFP Margin\" --nodes 5000 --out tune.db\n"
    "  oknos-lab tune --parameter all --iterations 0 --openbench inputs.txt";

void add_spsa(CLI::App& app, TuneOptions& options) {
  constexpr double kMinRate = 0.00001, kMaxRate = 1.0;
  app.add_option("--parameter", options.parameters, "Parameter, rule or 'all' (repeatable)")
      ->required()
      ->type_name("NAME[=FROM..TO[,step=C_END]]")
      ->allow_extra_args(false);
  add_number(app, "--iterations", options.iterations, std::int64_t{0}, TuneOptions::kMaxIterations, "iterations",
             "Pairs of games to tune with (default: 10,000); 0: only write the file for OpenBench");
  app.add_option("--r-end", options.r_end,
                 "Rate of the last iteration, as a share of c_end (default: 100 / iterations, within 0.002 to 0.02)")
      ->type_name("RATE")
      ->check(CLI::Range(kMinRate, kMaxRate));
  add_number(app, "--verify", options.verification, std::int64_t{0}, MatchOptions::kMaxGames, "games",
             "Games to play at the end, tuned values against initial ones (default: 1,000); 0: none");
}

void add_outputs(CLI::App& app, TuneOptions& options) {
  app.add_option("--name", options.name, "Name of the preset (default: tuned)")->type_name("NAME");
  app.add_option("--preset-out", options.preset_out, "Write the tuned values as a preset to this file")
      ->type_name("FILE.toml");
  app.add_option("--openbench", options.openbench, "Write the input of an SPSA session of OpenBench to this file")
      ->type_name("FILE");
}

void add_tune(CLI::App& app, int& exit_code, Team*) {
  const auto options = std::make_shared<TuneOptions>();
  CLI::App* command = app.add_subcommand("tune", "Find better values for parameters by playing (SPSA)");
  command->footer(kTuneFooter);
  add_varied_player(*command, options->player);
  add_rule_options(*command, options->search);
  add_evalfile(*command, options->search);
  add_spsa(*command, *options);
  add_store_options(*command, options->match.run, nullptr);
  // Each iteration needs those before it, so it cannot be sharded.
  command->remove_option(command->get_option("--shard"));
  add_thinking(*command, options->match);
  add_openings(*command, options->match);
  add_concurrency(*command, options->match.run.workers);
  add_outputs(*command, *options);
  command->add_flag("--json", options->match.run.json, "Print one JSON value");
  add_color(*command, options->match.run.color);
  command->callback([options, &exit_code] { exit_code = tune(*options); });
}

}  // namespace

StoredCommand tune_command() {
  return {{kind_of<TuneResult>()}, add_tune, false};
}

}  // namespace oknos::lab
