#include <memory>

#include "lab/commands/compare/compare_arguments.h"
#include "lab/commands/regret/regret.h"
#include "lab/commands/regret/regret_result.h"

namespace oknos::lab {

namespace {

constexpr const char* kRegretFooter =
    "Each player searches each position with an empty table, to each limit. A judge then searches the position after\n"
    "each different move that somebody chose. What a player gives away is the expected points of the best of these\n"
    "moves less those of its own: a few hundred positions show whether a search gains from more nodes, in far less\n"
    "time than games need. A player or judge is a preset, optionally with changes (modern,null_move=off), or a UCI\n"
    "engine (cmd=PROGRAM,option.NAME=VALUE). The judge should be stronger than the players and unrelated to them.\n\n"
    "Examples:\n"
    "  oknos-lab regret positions/middlegames.epd --player modern --nodes 5000,20000 --judge cmd=stockfish --out r.db\n"
    "  oknos-lab regret p.epd --player modern --player modern,evaluator=classical --nodes 5000 --judge-nodes 200000\n"
    "  oknos-lab regret positions/middlegames.epd --variants --nodes 2000 --hash 1 --judge cmd=stockfish --out v.db\n"
    "  oknos-lab regret --show r.db";

void add_regret(CLI::App& app, int& exit_code, Team* team) {
  constexpr std::uint64_t kMaxNodes = std::uint64_t{1} << 40;
  const auto options = std::make_shared<RegretOptions>();
  CLI::App* command = app.add_subcommand("regret", "Measure what players give away in single moves, by a judge");
  command->footer(kRegretFooter);
  const PositionsOrStore positions = add_compared(*command, *options, "--player", "A player (repeatable)", team);
  command->get_option("--depth")->description("Search to these depths, in plies, such as 6,8");
  command->get_option("--nodes")->description("Search these numbers of nodes, such as 10k,100k (default: 5,000)");
  CLI::Option* variants =
      command->add_flag("--variants", options->variants,
                        "Measure every change of the player (default: modern) that 'oknos-lab price variants' lists");
  command->add_option("--rule", options->rules, "With --variants: only those of this rule (repeatable)")
      ->type_name("RULE")
      ->allow_extra_args(false)
      ->needs(variants);
  variants->excludes(command->get_option("--show"));
  command->add_option("--judge", options->judge, "Who judges the moves (default: modern)")->type_name("PLAYER");
  add_number(*command, "--judge-nodes", options->judge_nodes, std::uint64_t{1}, kMaxNodes, "nodes",
             "Nodes of the judge for each move (default: 150,000)");
  constexpr int kMostSpread = 100;
  CLI::Option* contested = command->add_option(
      "--contested", options->contested, "Write to this file the positions in which the chosen moves differ in value");
  contested->type_name("FILE")->excludes(command->get_option("--show"));
  add_number(*command, "--spread", options->spread, 0, kMostSpread, "percent",
             "With --contested: least difference between the best and the worst chosen move, in percent of a point "
             "(default: 4; 0: all positions)")
      ->needs(contested);
  command->callback([options, command, positions, &exit_code] {
    positions.check(*command);
    options->hash_given = command->count("--hash") > 0;
    if (!options->run.leads()) options->contested.clear();  // one process writes
    exit_code = regret(*options);
  });
}

}  // namespace

StoredCommand regret_command() {
  return {{kind_of<RegretResult>()}, add_regret};
}

}  // namespace oknos::lab
