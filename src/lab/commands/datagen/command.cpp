#include <memory>

#include "lab/arguments/arguments.h"
#include "lab/commands/datagen/datagen.h"

namespace oknos::lab {

namespace {

constexpr std::int64_t kMaxGames = 1'000'000'000;
constexpr std::uint64_t kMaxNodes = std::uint64_t{1} << 62;
constexpr std::uint64_t kMaxSoftNodes = kMaxNodes / DatagenOptions::kHardPerSoft;
constexpr int kWidestBalance = 10'000;  // centipawns
constexpr int kAllGames = 100;          // percent
constexpr int kMaxWorkers = 1024;

void add_options(CLI::App& command, DatagenOptions& options, RawLimits& raw, std::uint64_t& soft_nodes,
                 std::string& shard) {
  command.add_option("--out", options.out, "File to write")->required()->type_name("FILE");
  const std::vector<std::pair<std::string, GameFormat>> formats = {{"pgn", GameFormat::Pgn},
                                                                   {"compact", GameFormat::Compact}};
  add_choice(command, "--format", options.format, formats,
             "PGN or the compact format of docs/data-format.md (default: compact if FILE ends with .games)");
  add_number(command, "--games", options.games, std::int64_t{1}, kMaxGames, "games", "Number of games")->required();
  add_number(command, "--nodes", raw.nodes, std::uint64_t{1}, kMaxNodes, "nodes", "Nodes per move (default: 5000)");
  add_number(command, "--soft-nodes", soft_nodes, std::uint64_t{1}, kMaxSoftNodes, "nodes",
             "Finish the iteration in which a move reaches this many nodes; --nodes still stops the search at once "
             "(default: 8 times as many)");
  add_number(command, "--depth", raw.depth, 1, kMaxDepth.plies(), "plies", "Depth per move");
  command
      .add_option("--random-plies", options.random_plies,
                  "Random plies at the start of each game; N,M alternates between N and M")
      ->type_name("N[,M]")
      ->capture_default_str();
  const std::vector<std::pair<std::string, RandomMoves>> random_moves = {{"uniform", RandomMoves::Uniform},
                                                                         {"weighted", RandomMoves::Weighted}};
  add_choice(command, "--random-moves", options.random_moves, random_moves,
             "How the random moves are drawn: uniform (default), or weighted by the type of the piece");
  add_number(command, "--balance", options.balance, 1, kWidestBalance, "centipawns",
             "Play new random plies if the score after them is further from 0 than this (default: 150)");
  add_number(command, "--chess960", options.chess960, 0, kAllGames, "percent",
             "Percentage of the games that start from a random position of Chess960 (default: 0)");
  add_number(command, "--seed", options.seed, std::uint64_t{0}, ~std::uint64_t{0}, "", "Random seed (default: 1)");
  command
      .add_option("--preset", options.search.preset,
                  "Pruning preset: a name or a file (.toml); see 'oknos-lab preset list'")
      ->type_name("NAME|FILE")
      ->capture_default_str();
  command.add_option("--set", options.search.set, "Set a switch or a parameter of a rule (repeatable)")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  add_evalfile(command, options.search);
  add_number(command, "--hash", options.search.hash, Engine::kMinHash, Engine::kMaxHash, "MiB",
             "Size of each worker's transposition table, MiB (default: 16)");
  add_number(command, "--workers", options.workers, 1, kMaxWorkers, "threads",
             "Games to play at the same time (default: 1); it does not change the file");
  command.add_option("--shard", shard, "Play only games I, I+N, I+2N, ...")->type_name("I/N");
  command.add_flag("--resume", options.resume, "Resume an interrupted run (FILE.part)");
  add_force(command, options.force);
  command.add_flag_callback(
      "--no-adjudication", [&options] { options.adjudicate = false; },
      "Play every game to its end by the rules of chess");
}

}  // namespace

void add_datagen(CLI::App& app, int& exit_code) {
  struct State {
    DatagenOptions options;
    RawLimits raw;
    std::uint64_t soft_nodes = 0;
    std::string shard;
  };
  const auto state = std::make_shared<State>();
  state->options.search.hash = DatagenOptions::kDefaultHash;
  CLI::App* command =
      app.add_subcommand("datagen", "Play self-play games and write them as PGN or in a compact format");
  command->footer(
      "The same command writes the same file, whatever --workers is.\n\n"
      "Examples:\n"
      "  oknos-lab datagen --games 100 --out games.pgn\n"
      "  oknos-lab datagen --games 5000 --nodes 2000 --random-plies 8,9 --seed 7 --workers 4 --out games.games\n"
      "  oknos-lab datagen --games 5000 --nodes 2000 --random-plies 8,9 --seed 7 --out games.games --resume");
  add_options(*command, state->options, state->raw, state->soft_nodes, state->shard);
  command->callback([state, command, &exit_code] {
    if (command->count("--depth") > 0) state->options.search.depth = state->raw.depth;
    if (command->count("--nodes") > 0) state->options.search.nodes = state->raw.nodes;
    if (command->count("--soft-nodes") > 0) state->options.soft_nodes = state->soft_nodes;
    if (command->count("--shard") > 0) {
      const auto shard = store::parse_shard(state->shard);
      if (!shard) throw CLI::ValidationError("--shard", shard.error());
      state->options.shard = *shard;
    }
    exit_code = datagen(state->options);
  });
}

}  // namespace oknos::lab
