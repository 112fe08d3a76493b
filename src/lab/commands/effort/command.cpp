#include <memory>

#include "lab/commands/compare/compare_arguments.h"
#include "lab/commands/effort/effort.h"
#include "lab/commands/effort/effort_result.h"

namespace oknos::lab {

namespace {

constexpr const char* kEffortFooter =
    "Searches each position with an empty hash table and counts how nodes end, which moves cause cutoffs, which moves\n"
    "are reduced and re-searched, and what is extended. Counts are broken down by remaining depth. A player is a\n"
    "preset, optionally with changes (modern,null_move=off), or a UCI engine that writes traces (cmd=PROGRAM).\n\n"
    "Examples:\n"
    "  oknos-lab effort positions/middlegames.epd --depth 14\n"
    "  oknos-lab effort p.epd --player modern --player modern,histories.by_kind=1 --nodes 100k --out effort.db\n"
    "  oknos-lab effort p.epd --player modern --player cmd=./weiss-traced,hash=16\n"
    "  oknos-lab effort --show effort.db";

void add_effort(CLI::App& app, int& exit_code, Team* team) {
  const auto options = std::make_shared<EffortOptions>();
  CLI::App* command = app.add_subcommand("effort", "Count where a search spends its nodes, by remaining depth");
  command->footer(kEffortFooter);
  const PositionsOrStore positions =
      add_compared(*command, *options, "--player", "Whose search to count (repeatable; default: modern)", team);
  command->get_option("--depth")->description("Search to these depths, in plies, such as 10,14 (default: 12)");
  command->callback([options, command, positions, &exit_code] {
    positions.check(*command);
    options->hash_given = command->count("--hash") > 0;
    exit_code = effort(*options);
  });
}

}  // namespace

StoredCommand effort_command() {
  return {{kind_of<EffortResult>()}, add_effort};
}

}  // namespace oknos::lab
