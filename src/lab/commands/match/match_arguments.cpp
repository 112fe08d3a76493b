#include "lab/commands/match/match_arguments.h"

#include <functional>

#include "engine/search/engine.h"
#include "lab/play/adjudication.h"
#include "lab/play/plan.h"
#include "lab/statistics/sprt.h"

namespace oknos::lab {

void add_time(CLI::App& app, const std::string& name, const std::function<void(std::int64_t)>& take,
              const std::string& help) {
  app.add_option_function<std::string>(
         name,
         [name, take](const std::string& value) {
           const auto time = parse_duration(value);
           if (!time) throw CLI::ValidationError(name, time.error());
           take(*time);
         },
         help)
      ->type_name("TIME");
}

void add_games(CLI::App& app, MatchOptions& options) {
  add_optional(app, "--games", options.games, std::int64_t{2}, MatchOptions::kMaxGames, "games, an even number",
               "Games to play (default: 200; with --sprt until the test ends)");
  add_read(app, "--sprt", options.sprt, parse_sprt, "E0,E1",
           "Sequential test: stop when one hypothesis is accepted. E0,E1 in normalized Elo; may be followed by "
           ",alpha=0.05,beta=0.05,model=normalized|logistic");
  add_openings(app, options);
}

void add_varied_player(CLI::App& app, std::string& to) {
  app.add_option("player", to,
                 "What is varied, written as for 'match': a preset, or a UCI engine (cmd=PROGRAM,option.NAME=VALUE); "
                 "default: --preset")
      ->type_name("PLAYER");
}

void add_thinking(CLI::App& app, MatchOptions& options) {
  constexpr std::uint64_t kMaxNodesAMove = std::uint64_t{1} << 62;
  add_optional(app, "--nodes", options.control.nodes, std::uint64_t{1}, kMaxNodesAMove, "nodes",
               "Nodes per move (default: 10,000 if no other limit is given)");
  add_optional(app, "--depth", options.control.depth, 1, kMaxDepth.plies(), "plies", "Depth per move");
  add_time(
      app, "--movetime", [&options](std::int64_t t) { options.control.move_time = t; },
      "Time per move: seconds, or with a unit (100ms)");
  app.add_option_function<std::string>(
         "--tc",
         [&options](const std::string& value) {
           const auto clock = parse_clock(value);
           if (!clock) throw CLI::ValidationError("--tc", clock.error());
           options.control.clock = *clock;
         },
         "Time control: seconds + increment (10+0.1), or 40/60+0.6")
      ->type_name("TIME+INC");
  add_number(app, "--time-margin", options.time_margin, std::int64_t{0}, std::int64_t{60000}, "ms",
             "Time overrun that is tolerated, in milliseconds (default: 50)");
  add_time(
      app, "--patience", [&options](std::int64_t t) { options.patience = t; },
      "Longest time that an engine may take for a move if it has no clock, as with --nodes (default: 60 s)");
  add_optional(app, "--hash", options.hash, Engine::kMinHash, Engine::kMaxHash, "MiB",
               "Size of each player's table, MiB (default: 16 for presets; an engine keeps its own default)");
  add_optional(app, "--threads", options.threads, 1, Engine::kMaxThreads, "threads", "Search threads of each player");
}

void add_openings(CLI::App& app, MatchOptions& options) {
  app.add_option("--book", options.book, "Openings, EPD or PGN (default: random balanced positions)")
      ->type_name("FILE");
  add_number(app, "--book-plies", options.book_plies, 0, 400, "plies",
             "Plies to play from each game of a PGN book (default: 16)");
  add_number(app, "--seed", options.seed, std::uint64_t{0}, ~std::uint64_t{0}, "",
             "Seed for the order of the openings (default: 1)");
  add_read(app, "--resign", options.resign, parse_resign, "WHEN",
           "Adjudicate wins: moves=4,score=600[,twosided=true], or off");
  add_read(app, "--draw", options.draw, parse_draw, "WHEN", "Adjudicate draws: number=40,moves=8,score=10, or off");
  add_number(app, "--max-moves", options.max_moves, 1, 5000, "moves",
             "Adjudicate a draw after this many moves (default: 250)");
}

void add_concurrency(CLI::App& app, int& to) {
  constexpr int kMaxGamesAtATime = 1024;
  add_number(app, "--concurrency,--workers", to, 1, kMaxGamesAtATime, "games",
             "Games to play at the same time (default: one per processor)");
}

}  // namespace oknos::lab
