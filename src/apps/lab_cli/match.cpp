#include "lab/match/match.h"

#include <memory>

#include "apps/lab_cli/arguments.h"
#include "apps/lab_cli/commands.h"
#include "search/engine.h"

namespace oknos::lab_cli {

namespace {

constexpr const char* kMatchFooter =
    "A player is a preset or a preset file, played in this process, or a UCI engine. Options follow after commas:\n"
    "  modern      heinz,frontier_futility.margin=200,name=wide      mine.toml,nodes=5000\n"
    "  cmd=stockfish,option.Hash=16,tc=1+0.01,margin=50      cmd=gnuchess,args=-u,name=GNU\n"
    "Both take name= hash= threads= tc= nodes= depth= movetime= margin=; engines also take args= dir= option.NAME=.\n"
    "Each opening is played twice, with colours reversed. The order of the openings depends only on --seed.\n\n"
    "Examples:\n"
    "  oknos-lab match modern heinz\n"
    "  oknos-lab match modern modern,null_move=off --nodes 2000 --games 4000 --sprt 0,5 --out run.db\n"
    "  oknos-lab match modern cmd=stockfish --tc 1+0.01 --book positions/openings.epd --games 200 --pgn games.pgn";

template <class T>
void add_optional(CLI::App& app, const std::string& name, std::optional<T>& to, T min, T max, const std::string& unit,
                  const std::string& help) {
  app.add_option_function<std::string>(
         name,
         [&to, name, min, max, unit](const std::string& value) {
           T number{};
           try {
             whole_number(number, min, max, unit)(value);
           } catch (const CLI::ValidationError& e) {
             throw CLI::ValidationError(name, e.what());
           }
           to = number;
         },
         help)
      ->type_name("N");
}

// A time written as parse_duration() has it.
void add_time(CLI::App& app, const std::string& name, const std::function<void(std::int64_t)>& take,
              const std::string& help) {
  app.add_option_function<std::string>(
         name,
         [name, take](const std::string& value) {
           const auto time = lab::parse_duration(value);
           if (!time) throw CLI::ValidationError(name, time.error());
           take(*time);
         },
         help)
      ->type_name("TIME");
}

void add_thinking(CLI::App& app, lab::MatchOptions& options) {
  constexpr std::uint64_t kMostNodesAMove = std::uint64_t{1} << 62;
  add_optional(app, "--nodes", options.control.nodes, std::uint64_t{1}, kMostNodesAMove, "nodes",
               "Nodes per move (10,000 if no limit is given)");
  add_optional(app, "--depth", options.control.depth, 1, kMaxDepth.plies(), "plies", "Depth per move");
  add_time(
      app, "--movetime", [&options](std::int64_t t) { options.control.move_time = t; },
      "Time per move: seconds, or with a unit (100ms)");
  app.add_option_function<std::string>(
         "--tc",
         [&options](const std::string& value) {
           const auto clock = lab::parse_clock(value);
           if (!clock) throw CLI::ValidationError("--tc", clock.error());
           options.control.clock = *clock;
         },
         "Time control: seconds + increment (10+0.1), or 40/60+0.6")
      ->type_name("TIME+INC");
  add_number(app, "--margin", options.margin, std::int64_t{0}, std::int64_t{60000}, "ms",
             "Time overrun that is tolerated, in milliseconds (50)");
  app.add_flag("--forgive-stolen", options.forgive_stolen,
               "Do not count processor time stolen by the host of a virtual machine");
  add_time(
      app, "--patience", [&options](std::int64_t t) { options.patience = t; },
      "Time that an engine without a clock may take for a move (60 s)");
  add_optional(app, "--hash", options.hash, Engine::kMinHash, Engine::kMaxHash, "MiB",
               "Size of each player's table, MiB (16 for presets; engines use their own default)");
  add_optional(app, "--threads", options.threads, 1, Engine::kMaxThreads, "threads", "Search threads of each player");
}

void add_games(CLI::App& app, lab::MatchOptions& options) {
  add_optional(app, "--games", options.games, std::int64_t{2}, lab::MatchOptions::kMostGames, "games, an even number",
               "Games to play (200; with --sprt until the test ends)");
  app.add_option("--sprt", options.sprt,
                 "Sequential test: stop when one hypothesis is accepted. E0,E1 in normalized Elo; may be followed by "
                 ",alpha=0.05,beta=0.05,model=normalized|logistic")
      ->type_name("E0,E1");
  app.add_option("--book", options.book, "Openings, EPD or PGN (random balanced positions)")->type_name("FILE");
  add_number(app, "--book-plies", options.book_plies, 0, 400, "plies",
             "Plies to play from each game of a PGN book (16)");
  add_number(app, "--seed", options.seed, std::uint64_t{0}, ~std::uint64_t{0}, "",
             "Seed for the order of the openings (1)");
  app.add_option("--resign", options.resign, "Adjudicate wins: moves=4,score=600[,twosided=true], or off")
      ->type_name("WHEN");
  app.add_option("--draw", options.draw, "Adjudicate draws: number=40,moves=8,score=10, or off")->type_name("WHEN");
  add_number(app, "--max-moves", options.max_moves, 1, 5000, "moves", "Adjudicate a draw after this many moves (250)");
}

}  // namespace

void add_match(CLI::App& app, int& exit_code, lab::Team* team) {
  const auto options = std::make_shared<lab::MatchOptions>();
  CLI::App* command = app.add_subcommand("match", "Play two presets or engines against each other and compare them");
  command->footer(kMatchFooter);
  command->add_option("a", options->players[0], "The first player")->required()->type_name("PLAYER");
  command->add_option("b", options->players[1], "The second player")->required()->type_name("PLAYER");
  add_games(*command, *options);
  add_store_options(*command, options->run, team);
  // Elsewhere --threads is the number of workers; here a search may have threads of its own.
  command->remove_option(command->get_option("--threads"));
  add_thinking(*command, *options);
  constexpr int kMostGamesAtATime = 1024;
  add_number(*command, "--concurrency", options->run.workers, 1, kMostGamesAtATime, "games",
             "Games to play at the same time (one per processor)");
  command->add_option("--pgn", options->pgn, "Write the games to this file")->type_name("FILE");
  command->add_flag("--json", options->json, "Print a JSON value for each game and one for the result");
  add_color(*command, options->color);
  command->callback([options, &exit_code] {
    if (!options->run.leads()) options->pgn.clear();  // one process writes
    exit_code = lab::match(*options);
  });
}

}  // namespace oknos::lab_cli
