#include <memory>

#include "lab/arguments/arguments.h"
#include "lab/commands/analyse/analyse.h"

namespace oknos::lab {

void add_analyse(CLI::App& app, int& exit_code) {
  struct State {
    AnalyseOptions options;
    RawLimits raw;
  };
  const auto state = std::make_shared<State>();
  CLI::App* command = app.add_subcommand("analyse", "Search positions or games and show what each pruning rule did");
  command->footer(
      "Without a position a famous one is analysed. A file of positions (EPD, FEN) prints one row per position. Games\n"
      "(PGN) are annotated with evaluations, marks (?!, ?, \?\?) and better lines.\n\n"
      "Examples:\n"
      "  oknos-lab analyse\n"
      "  oknos-lab analyse \"r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3\" --time 2\n"
      "  oknos-lab analyse startpos --preset heinz --depth 10 --set frontier_futility.margin=200\n"
      "  oknos-lab analyse startpos moves e2e4 e7e5 g1f3\n"
      "  oknos-lab analyse positions.epd --nodes 100k\n"
      "  oknos-lab analyse games.pgn --out annotated.pgn");
  command
      ->add_option(
          "input", state->options.input,
          "FEN or 'startpos', optionally followed by 'moves e2e4 ...'; one or more files (.epd, .fen, .pgn); or - for "
          "standard input")
      ->type_name("FEN|FILE...");
  add_search_options(*command, state->options.search, state->raw);
  add_evalfile(*command, state->options.search);
  command->add_option("--out", state->options.out, "Write annotated games to this file instead of standard output")
      ->type_name("FILE");
  add_force(*command, state->options.force);
  command->get_option("--force")->needs(command->get_option("--out"));
  command->add_flag("--json", state->options.json, "Results as JSON; for files one JSON value per line");
  add_color(*command, state->options.color);
  command->callback([state, command, &exit_code] {
    take_limits(*command, state->raw, state->options.search);
    exit_code = analyse(state->options);
  });
}

}  // namespace oknos::lab
