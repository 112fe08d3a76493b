#include <memory>

#include "explorer/explore.h"
#include "lab/arguments/arguments.h"

namespace oknos::explorer {

using namespace oknos::lab;  // the options that all commands have

void add_explore(CLI::App& app, int& exit_code, const lab::RunKinds& kinds) {
  struct State {
    explorer::ExploreOptions options;
    RawLimits raw;
  };
  constexpr int kMaxPorts = 65535;
  const auto state = std::make_shared<State>();
  explorer::ExploreOptions& options = state->options;
  CLI::App* command = app.add_subcommand("explore", "Explore a search tree in the browser: what was pruned, and why");
  command->footer(
      "Serves a web page on this machine and prints its address. The page shows the search tree, what each rule\n"
      "pruned and why, and searches a pruned move on request. Stop it with Ctrl-C.\n\n"
      "Examples:\n"
      "  oknos-lab explore\n"
      "  oknos-lab explore startpos --preset heinz --depth 6\n"
      "  oknos-lab explore audit.db\n"
      "  oknos-lab explore startpos --depth 6 --save tree.oktree    # write the tree without serving it\n"
      "  oknos-lab explore tree.oktree\n"
      "  oknos-lab explore tree.jsonl --engine \"cmd=./engine,option.Hash=16\"    # the tree of another engine");
  command->add_option("input", options.input, "FEN, 'startpos', a run store or a trace")->type_name("FEN|RUN.db|TRACE");
  add_rule_options(*command, options.search);
  add_number(*command, "--depth", state->raw.depth, 1, 64, "plies", "Search to this depth, in plies (default: 7)");
  command
      ->add_option("--engine", options.engine,
                   "With the trace of another engine: the engine that searches skipped moves on request (a player as "
                   "in 'match')")
      ->type_name("\"cmd=ENGINE,option.X=Y\"");
  add_number(*command, "--nodes", state->raw.nodes, std::uint64_t{1}, std::uint64_t{1} << 62, "nodes",
             "With --save: search this many nodes");
  add_number(*command, "--port", options.port, 0, kMaxPorts, "(0: any that is free)",
             "Port to listen on (default: 8017)");
  command->add_option("--host", options.host, "Address to listen on (default: 127.0.0.1, this machine only)")
      ->type_name("ADDRESS");
  add_number(*command, "--entries", options.entries, std::size_t{1000},
             std::size_t{explorer::ExploreOptions::kMaxEntries}, "entries",
             "Largest number of nodes and moves in a tree (default: 1,000,000)");
  command->add_option("--save", options.save, "Write the tree to this file and exit")->type_name("FILE");
  add_force(*command, options.force);
  command->callback([state, command, kinds, &exit_code] {
    if (command->count("--depth") > 0) state->options.search.depth = state->raw.depth;
    if (command->count("--nodes") > 0) state->options.search.nodes = state->raw.nodes;
    exit_code = explorer::explore(state->options, kinds);
  });
}

}  // namespace oknos::explorer
