// Every command of the laboratory, each in one line.
#include <map>
#include <string>

#include "apps/laboratory/program.h"
#include "explorer/explore.h"
#include "lab/commands/audit.h"
#include "lab/commands/calibrate/calibrate.h"
#include "lab/commands/commands.h"
#include "lab/commands/match.h"
#include "lab/commands/merge.h"
#include "lab/commands/positions.h"
#include "lab/commands/price/price.h"
#include "lab/commands/prove.h"
#include "lab/commands/report.h"
#include "lab/commands/screen.h"
#include "lab/commands/shell/self_description.h"
#include "lab/commands/show.h"
#include "lab/commands/suite.h"
#include "lab/commands/tune.h"
#include "train/commands/data/data_command.h"
#include "train/commands/train/command.h"

namespace oknos::lab {

std::vector<StoredCommand> stored_commands() {
  return {suite_command(),  audit_command(), match_command(), tune_command(),
          screen_command(), prove_command(), price_command(), predict_command()};
}

std::string moved_to(const std::string& command) {
  static const std::map<std::string, std::string> kMoved = {
      {"compare", "suite --player A --player B"},
      {"ablate", "suite --each-rule"},
      {"effort", "suite --measure tree"},
      {"regret", "suite --measure regret"},
  };
  const auto found = kMoved.find(command);
  return found == kMoved.end() ? "" : command + " is now: " + found->second;
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
  add_report(app, exit_code, kinds);
  add_calibrate(app, exit_code);
  add_why(app, exit_code);
  explorer::add_explore(app, exit_code, kinds);
  add_preset(app, exit_code);
  add_rules(app, exit_code);
  add_datagen(app, exit_code);
  add_positions(app, exit_code);
  train::add_data(app, exit_code);
  train::add_train(app, exit_code);
  add_self_description(app, exit_code);
}

}  // namespace oknos::lab
