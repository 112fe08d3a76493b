// Every command of the laboratory, each in one line.
#include "apps/laboratory/program.h"
#include "explorer/explore.h"
#include "lab/commands/ablate/ablate.h"
#include "lab/commands/analyse/analyse.h"
#include "lab/commands/audit.h"
#include "lab/commands/calibrate/calibrate.h"
#include "lab/commands/compare/compare.h"
#include "lab/commands/datagen/datagen.h"
#include "lab/commands/effort/effort.h"
#include "lab/commands/match/match.h"
#include "lab/commands/merge/merge_command.h"
#include "lab/commands/positions/positions_command.h"
#include "lab/commands/preset/preset_command.h"
#include "lab/commands/price/price.h"
#include "lab/commands/prove/prove.h"
#include "lab/commands/regret.h"
#include "lab/commands/report/report.h"
#include "lab/commands/rules/rules_command.h"
#include "lab/commands/screen/screen.h"
#include "lab/commands/shell/self_description.h"
#include "lab/commands/show/show_command.h"
#include "lab/commands/suite/suite.h"
#include "lab/commands/tune/tune.h"
#include "lab/commands/why/why.h"
#include "train/commands/data/data_command.h"
#include "train/commands/train/command.h"

namespace oknos::lab {

std::vector<StoredCommand> stored_commands() {
  return {audit_command(),  compare_command(), ablate_command(), suite_command(), match_command(), tune_command(),
          screen_command(), regret_command(),  effort_command(), prove_command(), price_command(), predict_command()};
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
