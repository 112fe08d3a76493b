#include <memory>

#include "lab/arguments/arguments.h"
#include "lab/commands/match/match_arguments.h"
#include "lab/commands/screen/screen.h"
#include "lab/commands/screen/screen_result.h"

namespace oknos::lab {

namespace {

constexpr const char* kScreenFooter =
    "Plays the preset, or a UCI engine, against itself. In each pair of games, each player has each change with the\n"
    "probability of --probability, so every game says something about many changes. One regression over all games\n"
    "gives the Elo of each, with an interval; it also finds interactions, that is, pairs of changes whose effect\n"
    "together differs from the sum, and names the best of several values of a parameter (docs/matches.md). With 4,000\n"
    "games for 20 changes together, each interval is less than twice as wide as\n"
    "after a match of 4,000 games for that change alone. A change is written as for --set; a rule without a value is\n"
    "toggled:\n"
    "  --factor null_move                      off, if it is on\n"
    "  --factor reverse_futility.margin=60,90  two changes; a player has at most one of them\n"
    "  --factor option.Margin=80               an option of a UCI engine\n\n"
    "Examples:\n"
    "  oknos-lab screen --factor razoring --factor reverse_futility.margin=60,90 --nodes 20000 --out screen.db\n"
    "  oknos-lab screen --factor razoring --factor probcut --interaction razoring=on*probcut=off --nodes 20000\n"
    "  oknos-lab screen --variants --probability 0.25 --nodes 2000 --games 100000 --out variants.db\n"
    "  oknos-lab screen cmd=weiss --factor \"option.RFP Margin=60,90\" --nodes 20000 --queue-out confirm.toml\n"
    "  oknos-lab screen --factor histories.eval_change=0,4,16 --nodes 25000 --out s.db --preset-out s.toml\n"
    "  oknos-lab screen --show screen.db";

void add_screen(CLI::App& app, int& exit_code, Team* team) {
  const auto options = std::make_shared<ScreenOptions>();
  CLI::App* command = app.add_subcommand("screen", "Measure many changes of a preset at once, by playing");
  command->footer(kScreenFooter);
  add_varied_player(*command, options->player);
  add_rule_options(*command, options->search);
  add_evalfile(*command, options->search);
  command->add_option("--factor", options->factors, "A change to measure (repeatable)")
      ->type_name("NAME[=VALUE,...]")
      ->allow_extra_args(false);
  CLI::Option* variants =
      command->add_flag("--variants", options->variants, "Measure every change that 'oknos-lab preset variants' lists");
  command->add_option("--rule", options->rules, "With --variants: only those of this rule (repeatable)")
      ->type_name("RULE")
      ->needs(variants)
      ->allow_extra_args(false);
  command
      ->add_option(
          "--interaction", options->interactions,
          "Measure also what the changes A and B do together beyond their sum (repeatable); strong interactions are "
          "found without this option")
      ->type_name("A*B")
      ->allow_extra_args(false);
  constexpr double kLeast = 0.01, kMost = 0.99;
  command->add_option("--probability", options->probability, "Probability that a player has a change (default: 0.25)")
      ->type_name("P")
      ->check(CLI::Range(kLeast, kMost));
  add_store_options(*command, options->match.run, team);
  add_optional(*command, "--games", options->match.games, std::int64_t{2}, MatchOptions::kMaxGames,
               "games, an even number", "Games to play (default: 4,000)");
  add_thinking(*command, options->match);
  add_openings(*command, options->match);
  add_concurrency(*command, options->match.run.workers);
  command->add_option("--name", options->name, "Name of the preset (default: screened)")->type_name("NAME");
  command->add_option("--preset-out", options->preset_out, "Write the preset with the changes that help to this file")
      ->type_name("FILE.toml");
  command
      ->add_option("--queue-out", options->queue_out,
                   "Write a file for 'match --queue' to this file, which plays these changes against the preset")
      ->type_name("FILE.toml");
  command
      ->add_option("--show", options->show,
                   "Show the results in this run store instead of playing, even if the run is unfinished")
      ->type_name("RUN.db");
  command->add_flag("--json", options->match.run.json, "Print one JSON value");
  add_color(*command, options->match.run.color);
  command->callback([options, command, &exit_code] {
    check_show_alone(*command);
    exit_code = screen(*options);
  });
}

}  // namespace

StoredCommand screen_command() {
  return {{kind_of<ScreenResult>()}, add_screen};
}

}  // namespace oknos::lab
