#include <memory>

#include "lab/arguments/arguments.h"
#include "lab/commands/positions/kinds.h"
#include "lab/commands/positions/positions_command.h"

namespace oknos::lab {

namespace {

std::string footer() {
  std::string out = "Kinds:\n";
  for (const PositionKind& kind : position_kinds())
    out += "  " + std::string(kind.name) + ": " + std::string(kind.help) + "\n";
  return out +
         "\nIn units of pieces, a knight or bishop counts 3, a rook 5, a queen 9; pawns and kings do not count.\n"
         "\nExamples:\n"
         "  oknos-lab positions openings --count 100 --out openings.epd\n"
         "  oknos-lab positions tactics --from games.pgn --nodes 200000 --out tactics.epd";
}

struct Raw {
  int count = 0;
  std::uint64_t nodes = 0;
  int balance = 0;
};

}  // namespace

void add_positions(CLI::App& app, int& exit_code) {
  constexpr int kMaxPositions = 10'000'000;
  constexpr std::uint64_t kMaxNodes = std::uint64_t{1} << 62;
  constexpr int kWidestBalance = 10'000;  // centipawns
  constexpr int kMaxWorkers = 1024;
  struct State {
    PositionsOptions options;
    Raw raw;
  };
  const auto state = std::make_shared<State>();
  PositionsOptions& options = state->options;
  Raw& raw = state->raw;
  CLI::App* command = app.add_subcommand("positions", "Find positions of a given kind and write them as EPD");
  command->footer(footer());
  command->add_option("kind", options.kind, "Kind of position, see below")->required()->type_name("KIND");
  command->add_option("--out", options.out, "File to write")->required()->type_name("FILE.epd");
  add_force(*command, options.force);
  command->add_option("--from", options.from, "Games to take the positions from")->type_name("GAMES.pgn");
  add_number(*command, "--count", raw.count, 1, kMaxPositions, "positions",
             "Number of positions (default: depends on the kind)");
  add_number(*command, "--nodes", raw.nodes, std::uint64_t{1}, kMaxNodes, "nodes",
             "Nodes of the search that decides whether a position qualifies (default: depends on the kind)");
  add_number(*command, "--balance", raw.balance, 1, kWidestBalance, "centipawns",
             "Largest score allowed, in centipawns (default: depends on the kind)");
  add_number(*command, "--seed", options.seed, std::uint64_t{0}, ~std::uint64_t{0}, "", "Random seed (default: 1)");
  add_number(*command, "--workers", options.workers, 1, kMaxWorkers, "threads",
             "Worker threads (default: 1); the file does not depend on their number");
  command->callback([state, command, &exit_code] {
    const auto given = [command](const char* option) { return command->count(option) > 0; };
    if (given("--count")) state->options.count = state->raw.count;
    if (given("--nodes")) state->options.nodes = state->raw.nodes;
    if (given("--balance")) state->options.balance = state->raw.balance;
    exit_code = mine_positions(state->options);
  });
}

}  // namespace oknos::lab
