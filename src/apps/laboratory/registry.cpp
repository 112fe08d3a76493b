// Every command of the laboratory, each in one line.
#include <string>
#include <string_view>
#include <utility>

#include "apps/laboratory/program.h"
#include "engine/base/text.h"
#include "explorer/explore.h"
#include "lab/commands/audit.h"
#include "lab/commands/commands.h"
#include "lab/commands/margins.h"
#include "lab/commands/match.h"
#include "lab/commands/merge.h"
#include "lab/commands/positions.h"
#include "lab/commands/predict.h"
#include "lab/commands/prove.h"
#include "lab/commands/screen.h"
#include "lab/commands/show.h"
#include "lab/commands/suite.h"
#include "lab/commands/tune.h"
#include "train/commands/data/data_command.h"
#include "train/commands/train/command.h"

namespace oknos::lab {

namespace {

// As `help` lists the commands.
constexpr std::pair<const char*, const char*> kGroups[] = {
    {"Analyse", "analyse why explore rules preset"},
    {"Audit", "audit margins suite predict"},
    {"Play", "match screen tune"},
    {"Prove", "prove"},
    {"Results", "show merge"},
    {"Data", "datagen positions data train"},
    {"Shell", "completions"},
};

}  // namespace

std::vector<StoredCommand> stored_commands() {
  return {suite_command(),  audit_command(), match_command(),  tune_command(),
          screen_command(), prove_command(), predict_command()};
}

void add_commands(CLI::App& app, int& exit_code, const std::vector<StoredCommand>& stored) {
  RunKinds kinds;
  add_analyse(app, exit_code);
  for (const StoredCommand& command : stored) {
    command.add(app, exit_code, nullptr);
    kinds.insert(kinds.end(), command.kinds.begin(), command.kinds.end());
  }
  add_show(app, exit_code, kinds);
  add_merge(app, exit_code);
  add_margins(app, exit_code);
  add_why(app, exit_code);
  explorer::add_explore(app, exit_code, kinds);
  add_preset(app, exit_code);
  add_rules(app, exit_code);
  add_datagen(app, exit_code);
  add_positions(app, exit_code);
  train::add_data(app, exit_code);
  train::add_train(app, exit_code);
  add_completions(app, exit_code);
  for (const auto& [group, names] : kGroups)
    for (const std::string_view name : text::words(names)) app.get_subcommand(std::string(name))->group(group);
}

}  // namespace oknos::lab
