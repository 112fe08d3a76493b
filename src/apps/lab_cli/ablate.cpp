#include "lab/ablate/ablate.h"

#include <memory>

#include "apps/lab_cli/arguments.h"
#include "apps/lab_cli/commands.h"
#include "lab/play/participant.h"
#include "search/engine.h"

namespace oknos::lab_cli {

namespace {

constexpr const char* kAblateFooter =
    "Searches each position with the whole preset, with none of its rules of the family, with each of them alone, "
    "with\n"
    "each left out, and the same for groups of them; with --pairs also with any two left out together.\n\n"
    "Examples:\n"
    "  oknos-lab ablate wac.epd --depth 8\n"
    "  oknos-lab ablate ecm.epd --preset muller --depth 6,8 --pairs --out ablate.db\n"
    "  oknos-lab ablate ecm.epd --rule null_move --rule reverse_futility --nodes 100000\n"
    "  oknos-lab ablate --show ablate.db";

}  // namespace

void add_ablate(CLI::App& app, int& exit_code, lab::Team* team) {
  const auto options = std::make_shared<lab::AblateOptions>();
  options->search.hash = lab::Participant::kDefaultHash;
  CLI::App* command = app.add_subcommand("ablate", "What is each rule worth, alone and beside the others?");
  command->footer(kAblateFooter);
  const PositionsOrStore positions = add_positions_or_store(*command, options->files, options->show);
  add_rule_options(*command, options->search);
  command->add_option("--rule", options->rules, "Ablate this rule alone, a companion too; may be given again")
      ->type_name("RULE")
      ->allow_extra_args(false);
  command->add_flag("--pairs", options->pairs, "Leave out any two together too: who does whose work?");
  add_limit_lists(*command, options->limits);
  add_number(*command, "--hash", options->search.hash, Engine::kMinHash, Engine::kMaxHash, "MiB",
             "Size of each table, MiB (16)");
  add_store_options(*command, options->run, team);
  command->add_flag("--json", options->json, "One JSON value");
  add_color(*command, options->color);
  command->callback([options, positions, &exit_code] {
    positions.check();
    exit_code = lab::ablate(*options);
  });
}

}  // namespace oknos::lab_cli
