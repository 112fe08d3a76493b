#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

#include "lab/arguments/arguments.h"
#include "lab/commands/match/match.h"
#include "lab/commands/match/match_arguments.h"
#include "lab/commands/match/match_result.h"
#include "lab/commands/match/queue.h"

namespace oknos::lab {

namespace {

constexpr const char* kMatchFooter =
    "A player is a preset or a preset file, played in this process, or a UCI engine. Options follow after commas:\n"
    "  modern      heinz,frontier_futility.margin=200,name=wide      mine.toml,nodes=5000\n"
    "  cmd=stockfish,option.Hash=16,tc=1+0.01,time_margin=50      cmd=gnuchess,args=-u,name=GNU\n"
    "All take name= hash= threads= tc= nodes= depth= movetime= time_margin=; engines also\n"
    "take args= dir= option.NAME=.\n"
    "Each opening is played twice, with colours reversed. The order of the openings depends only on --seed.\n\n"
    "Examples:\n"
    "  oknos-lab match modern heinz\n"
    "  oknos-lab match modern modern,null_move=off --nodes 2000 --games 4000 --sprt 0,5 --out run.db\n"
    "  oknos-lab match modern cmd=stockfish --tc 1+0.01 --book positions/openings.epd --games 200 --pgn games.pgn\n"
    "  oknos-lab match --queue tests.toml";

// With --queue all the rest stands in the file.
void check_alone(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_name();
    if (option->count() == 0 || name == "--queue" || name == "--concurrency" || name == "--color") continue;
    constexpr std::array<std::string_view, 6> kOfOneMatch = {"--json",   "--pgn",   "--out",
                                                             "--resume", "--force", "--shard"};
    const bool has_key = std::find(kOfOneMatch.begin(), kOfOneMatch.end(), name) == kOfOneMatch.end();
    throw CLI::ValidationError(
        name, std::string("cannot be combined with --queue") + (has_key ? "; set it in the queue file" : ""));
  }
}

void add_match(CLI::App& app, int& exit_code, Team* team) {
  const auto options = std::make_shared<MatchOptions>();
  const auto queue = std::make_shared<QueueOptions>();
  CLI::App* command = app.add_subcommand("match", "Play two presets or engines against each other and compare them");
  command->footer(kMatchFooter);
  command->add_option("a", options->players[0], "First player")->type_name("PLAYER");
  command->add_option("b", options->players[1], "Second player")->type_name("PLAYER");
  CLI::Option* file = command->add_option("--queue", queue->file, "Play the matches in this file, one after the other");
  file->type_name("FILE.toml");
  add_games(*command, *options);
  add_store_options(*command, options->run, team);
  add_thinking(*command, *options);
  add_concurrency(*command, options->run.workers);
  command->add_option("--pgn", options->pgn, "Write the games to this file")->type_name("FILE");
  command->add_flag("--json", options->run.json, "Print a JSON value for each game and one for the result");
  add_color(*command, options->run.color);
  command->callback([command, file, options, queue, &exit_code] {
    if (file->count() > 0) {
      check_alone(*command);
      queue->workers = options->run.workers;
      queue->color = options->run.color;
      exit_code = options->run.leads() ? play_queue(*queue) : 0;
      return;
    }
    if (options->players[1].empty()) throw CLI::ValidationError("match", "two players are expected, or --queue FILE");
    if (!options->run.leads()) options->pgn.clear();  // one process writes
    exit_code = match(*options);
  });
}

}  // namespace

StoredCommand match_command() {
  return {{kind_of<MatchResult>()}, add_match};
}

}  // namespace oknos::lab
