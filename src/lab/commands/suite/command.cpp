#include <memory>

#include "lab/arguments/arguments.h"
#include "lab/commands/suite/suite.h"
#include "lab/commands/suite/suite_result.h"

namespace oknos::lab {

namespace {

constexpr const char* kSuiteFooter =
    "Searches each position with one thread and an empty table, 100,000 nodes unless a limit is given. A position is\n"
    "solved if the final move is among bm and not among am. If dm or 'bm #N' asks for a mate, the search must also\n"
    "find a mate.\n\n"
    "Examples:\n"
    "  oknos-lab suite wac.epd\n"
    "  oknos-lab suite ecm.epd --nodes 1000000 --preset heinz --failed hard.epd\n"
    "  oknos-lab suite STS1-STS15_LAN_v6.epd --time 200ms\n"
    "  oknos-lab suite wac.epd wcs.epd --depth 12 --out suite.db --workers 4\n"
    "  oknos-lab suite wac.epd wcs.epd --depth 12 --out suite.db --resume\n"
    "  oknos-lab suite mates.epd --engine \"cmd=stockfish,option.Hash=64\" --time 1";

void add_suite(CLI::App& app, int& exit_code, Team* team) {
  struct State {
    SuiteOptions options;
    RawLimits raw;
  };
  const auto state = std::make_shared<State>();
  SuiteOptions& options = state->options;
  CLI::App* command = app.add_subcommand("suite", "Solve test positions (EPD): which are solved, and how early");
  command->footer(kSuiteFooter);
  command->add_option("files", options.files, "Positions: FILE.epd, FILE.fen, or - for standard input")
      ->required()
      ->type_name("FILE...");
  add_rule_options(*command, options.search);
  add_evalfile(*command, options.search);
  add_limit_options(*command, options.search, state->raw);
  command
      ->add_option("--engine", options.engine,
                   "Player to test: a preset with changes (modern,null_move=off) or a UCI engine "
                   "(cmd=PROGRAM,option.NAME=VALUE)")
      ->type_name("PLAYER");
  add_store_options(*command, options.run, team);
  add_workers(*command, options.run);
  command->add_option("--failed", options.failed, "Write the unsolved positions to this file")->type_name("FILE");
  command->add_flag("--json", options.run.json, "Print a JSON value for each position and one for the summary");
  add_color(*command, options.run.color);
  command->callback([state, command, &exit_code] {
    take_limits(*command, state->raw, state->options.search);
    state->options.preset_given = command->count("--preset") > 0;
    state->options.hash_given = command->count("--hash") > 0;
    if (!state->options.run.leads()) state->options.failed.clear();  // one process writes
    exit_code = suite(state->options);
  });
}

}  // namespace

StoredCommand suite_command() {
  return {{kind_of<SuiteResult>()}, add_suite};
}

}  // namespace oknos::lab
