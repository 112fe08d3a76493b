#include "lab/record/stored_command.h"

#include <CLI/CLI.hpp>

#include "lab/arguments/arguments.h"

namespace oknos::lab::record {

void add_command(CLI::App& app, int& exit_code, Team* team, const CommandFrame& frame) {
  struct State {
    RunArguments run;
    std::string show;
  };
  const auto state = std::make_shared<State>();
  CLI::App* command = app.add_subcommand(frame.name, frame.help);
  command->footer(frame.footer);
  frame.add_options(*command);
  const bool shows = frame.show && !command->get_option_no_throw("--show");
  if (shows)
    command->add_option("--show", state->show, "Show the results in this run store instead of searching")
        ->type_name("RUN.db");
  add_store_options(*command, state->run, team);
  if (frame.sequential) command->remove_option(command->get_option("--shard"));
  if (frame.add_workers)
    frame.add_workers(*command, state->run);
  else
    add_workers(*command, state->run);
  command->add_flag("--json", state->run.json, frame.json_help);
  add_color(*command, state->run.color);
  if (frame.add_commands) frame.add_commands(*command, exit_code);
  command->callback([state, command, shows, frame, &exit_code] {
    if (!command->get_subcommands().empty()) return;
    if (shows) check_show_alone(*command);
    exit_code = state->show.empty() ? frame.run(*command, state->run) : frame.show(state->show, state->run);
  });
}

}  // namespace oknos::lab::record
