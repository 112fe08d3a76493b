#include <memory>

#include "lab/arguments/arguments.h"
#include "train/commands/data/data_command.h"
#include "train/commands/filter_arguments.h"

namespace oknos::train {

using namespace oknos::lab;  // the options that all commands have

void add_data(CLI::App& app, int& exit_code) {
  constexpr std::size_t kMaxSampled = std::size_t{1} << 30;
  const auto options = std::make_shared<train::DataOptions>();
  options->threads = default_workers();
  CLI::App* command = app.add_subcommand("data", "Show, verify, convert and merge files of self-play games");
  command->footer(
      "Prints the number of games and positions, how many of them are suitable for training, and how well the scores\n"
      "predict the results. Files may be PGN or compact; --out writes all games to one file, and --count draws some\n"
      "at random.\n\n"
      "Examples:\n"
      "  oknos-lab data games.pgn\n"
      "  oknos-lab data games.pgn more_games.pgn --json\n"
      "  oknos-lab data games.pgn others.games --out all.games\n"
      "  oknos-lab data new.pgn --out all.games --append\n"
      "  oknos-lab data all.games --filter none --decided 2000\n"
      "  oknos-lab data all.games --count 20 --seed 3\n"
      "  oknos-lab data all.games --count 1000 --out some.games");
  command->add_option("games", options->games, "Games written by oknos-lab datagen")->required()->type_name("GAMES");
  CLI::Option* out =
      command
          ->add_option("--out", options->out,
                       "File to write: all games, compact (.games) or as PGN (.pgn), or the kept positions (.epd)")
          ->type_name("FILE");
  add_force(*command, options->force);
  command->add_flag("--append", options->append, "Append to the games already in the file")->needs(out);
  add_filter(*command, options->filter);
  CLI::Option* count = add_number(*command, "--count", options->sample, std::size_t{1}, kMaxSampled, "positions",
                                  "Draw N of the kept positions at random and print them as EPD. With --out, write\n"
                                  "them to the file; if it is a file of games, write N games instead");
  add_number(*command, "--seed", options->seed, std::uint64_t{0}, ~std::uint64_t{0}, "",
             "Random seed of the sample (default: 1)")
      ->needs(count);
  add_workers(*command, options->threads);
  command->add_flag("--json", options->json, "Print as JSON");
  add_color(*command, options->color);
  command->callback([options, &exit_code] { exit_code = train::data(*options); });
}

}  // namespace oknos::train
