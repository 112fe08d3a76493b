#include <memory>

#include "lab/arguments/arguments.h"
#include "lab/commands/why/why.h"

namespace oknos::lab {

void add_why(CLI::App& app, int& exit_code) {
  struct State {
    WhyOptions options;
    RawLimits raw;
  };
  const auto state = std::make_shared<State>();
  WhyOptions& options = state->options;
  CLI::App* command = app.add_subcommand("why", "Explain why a line was not searched further");
  command->footer(
      "Searches the position (to depth 10 unless a limit is given) and shows every visit to the line in the last\n"
      "completed iteration. For a pruned move it prints the rule and its numbers, the guards that held other rules\n"
      "back, and the result of searching the move anyway.\n\n"
      "Examples:\n"
      "  oknos-lab why startpos e4 e5 Qh5\n"
      "  oknos-lab why \"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\" --line \"Ra8#\" --depth 4 --preset heinz");
  command->add_option("input", options.input, "FEN, or 'startpos'; the line may follow")->type_name("FEN");
  command->add_option("--line", options.line, "The line, as SAN or UCI moves: \"e4 e5\" or \"e2e4 e7e5\"")
      ->type_name("MOVES");
  add_rule_options(*command, options.search);
  add_limit_options(*command, options.search, state->raw);
  command->add_flag("--json", options.json, "Print one JSON value");
  add_color(*command, options.color);
  command->callback([state, command, &exit_code] {
    take_limits(*command, state->raw, state->options.search);
    exit_code = why(state->options);
  });
}

}  // namespace oknos::lab
