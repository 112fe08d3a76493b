#include <memory>

#include "apps/lab_cli/arguments.h"
#include "apps/lab_cli/commands.h"
#include "train/data_command.h"

namespace oknos::lab_cli {

void add_data(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<train::DataOptions>();
  options->threads = default_workers();
  CLI::App* command = app.add_subcommand("data", "Show, verify, convert and merge files of self-play games");
  command->footer(
      "Prints the number of games and positions, how many of them are suitable for training, and how well the scores\n"
      "predict the results. Files may be PGN or compact; --out writes all games to one compact file.\n\n"
      "Examples:\n"
      "  oknos-lab data games.pgn\n"
      "  oknos-lab data games.pgn more_games.pgn --json\n"
      "  oknos-lab data games.pgn others.games --out all.games\n"
      "  oknos-lab data new.pgn --out all.games --append");
  command->add_option("games", options->games, "Games written by oknos-lab datagen")->required()->type_name("GAMES");
  CLI::Option* out =
      command->add_option("--out", options->out, "Write all games to this compact file")->type_name("FILE.games");
  add_force(*command, options->force);
  command->add_flag("--append", options->append, "Append to the games already in the file")->needs(out);
  add_worker_threads(*command, options->threads);
  command->add_flag("--json", options->json, "Print as JSON");
  add_color(*command, options->color);
  command->callback([options, &exit_code] { exit_code = train::data(*options); });
}

}  // namespace oknos::lab_cli
