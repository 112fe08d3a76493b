#include <memory>

#include "lab/commands/compare/compare_arguments.h"
#include "lab/commands/compare/compare_result.h"

namespace oknos::lab {

namespace {

constexpr const char* kCompareFooter =
    "Each player searches each position with an empty table, to each limit. The others are compared with the first.\n"
    "A player is a preset, optionally with changes (modern,null_move=off), or a UCI engine\n"
    "(cmd=PROGRAM,option.NAME=VALUE).\n\n"
    "Examples:\n"
    "  oknos-lab compare wac.epd --preset none --preset heinz --preset modern --depth 8,10\n"
    "  oknos-lab compare ecm.epd --preset modern --preset modern,extended_futility=off --nodes 100000 --out run.db\n"
    "  oknos-lab compare wac.epd --preset modern --preset \"cmd=stockfish,option.Use NNUE=false\" --time 1\n"
    "  oknos-lab compare --show run.db";

void add_compare(CLI::App& app, int& exit_code, Team* team) {
  const auto options = std::make_shared<CompareOptions>();
  CLI::App* command = app.add_subcommand("compare", "Search positions with several presets or engines, side by side");
  command->footer(kCompareFooter);
  const PositionsOrStore positions =
      add_compared(*command, *options, "--preset,--engine", "A player; at least two are needed (repeatable)", team);
  command->callback([options, command, positions, &exit_code] {
    positions.check(*command);
    options->hash_given = command->count("--hash") > 0;
    exit_code = compare(*options);
  });
}

}  // namespace

PositionsOrStore add_compared(CLI::App& app, CompareOptions& options, const std::string& names, const std::string& help,
                              Team* team) {
  constexpr std::size_t kMaxHash = std::size_t{1} << 20;
  const PositionsOrStore positions = add_positions_or_store(app, options.files, options.show);
  app.add_option(names, options.players, help)->type_name("PLAYER")->allow_extra_args(false);
  add_limit_lists(app, options.limits);
  add_number(app, "--hash", options.hash, std::size_t{1}, kMaxHash, "MiB", "Size of each table, MiB (default: 16)");
  add_store_options(app, options.run, team);
  add_workers(app, options.run);
  app.add_flag("--json", options.run.json, "Print one JSON value");
  add_color(app, options.run.color);
  return positions;
}

StoredCommand compare_command() {
  return {{kind_of<CompareResult>()}, add_compare};
}

}  // namespace oknos::lab
