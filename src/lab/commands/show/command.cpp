#include <fmt/format.h>
#include <memory>

#include "lab/arguments/arguments.h"
#include "lab/commands/show/show_command.h"

namespace oknos::lab {

void add_show(CLI::App& app, int& exit_code, const RunKinds& kinds) {
  const auto options = std::make_shared<store::ShowOptions>();
  CLI::App* command = app.add_subcommand("show", "Show a run store: the run, its progress and its rows");
  std::string known;
  for (const RunKind& kind : kinds) known += fmt::format("  {:<15}{}\n", kind.name, kind.description);
  command->footer(
      "Also works while a run is in progress, or after it was killed.\n\n"
      "Kinds of runs:\n" +
      known +
      "\n"
      "Examples:\n"
      "  oknos-lab show suite.db\n"
      "  oknos-lab show suite.db --rows > rows.tsv\n"
      "  oknos-lab show audit.db --rows --table cases\n"
      "  oknos-lab show a.db --rows --stable > a; oknos-lab show b.db --rows --stable > b; diff a b");
  command->add_option("store", options->path, "Run store")->required()->type_name("RUN.db");
  const auto named = std::make_shared<std::string>();
  CLI::Option* rows =
      command->add_option("--rows", *named, "Print the rows of all tables or of one, tab-separated, sorted by key");
  rows->type_name("[TABLE]")->expected(0, 1);
  CLI::Option* table = command->add_option("--table", options->table, "With --rows or --json: only this table");
  table->type_name("TABLE");
  command->add_flag("--stable", options->stable, "Omit columns that differ from run to run (times, workers)");
  command->add_flag("--json", options->json, "Print as JSON; with --rows including the rows");
  add_color(*command, options->color);
  command->callback([options, named, rows, kinds, &exit_code] {
    if (!named->empty()) options->table = *named;
    options->rows = rows->count() > 0;
    exit_code = store::show(*options, kinds);
  });
}

}  // namespace oknos::lab
