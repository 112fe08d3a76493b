#include <memory>

#include "lab/arguments/arguments.h"
#include "lab/commands/merge/merge_command.h"

namespace oknos::lab {

void add_merge(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<store::MergeOptions>();
  CLI::App* command = app.add_subcommand("merge", "Join the run stores of the shards of one run");
  command->footer(
      "The stores must belong to the same run. Work units stored twice must have the same rows.\n\n"
      "Example: oknos-lab merge all.db one.db two.db three.db");
  command->add_option("out", options->out, "Run store to write")->required()->type_name("OUT.db");
  command->add_option("in", options->in, "Run stores to join")->required()->type_name("IN.db...");
  add_force(*command, options->force);
  command->callback([options, &exit_code] { exit_code = store::merge(*options); });
}

}  // namespace oknos::lab
