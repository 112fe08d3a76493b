#include <memory>

#include "engine/search/engine.h"
#include "lab/arguments/arguments.h"
#include "lab/commands/ablate/ablate.h"
#include "lab/play/participant.h"

namespace oknos::lab {

namespace {

constexpr const char* kAblateFooter =
    "Searches each position with the whole preset, with all its futility rules off, with each rule alone, and with\n"
    "each rule off. It does the same for groups of rules. With --pairs, it also switches off every pair of rules.\n\n"
    "Examples:\n"
    "  oknos-lab ablate wac.epd --depth 8\n"
    "  oknos-lab ablate ecm.epd --preset muller --depth 6,8 --pairs --out ablate.db\n"
    "  oknos-lab ablate ecm.epd --rule null_move --rule reverse_futility --nodes 100000\n"
    "  oknos-lab ablate --show ablate.db";

void add_ablate(CLI::App& app, int& exit_code, Team* team) {
  const auto options = std::make_shared<AblateOptions>();
  options->search.hash = Participant::kDefaultHash;
  CLI::App* command = app.add_subcommand("ablate", "Measure what each rule saves, alone and together with the others");
  command->footer(kAblateFooter);
  const PositionsOrStore positions = add_positions_or_store(*command, options->files, options->show);
  add_rule_options(*command, options->search);
  command
      ->add_option("--rule", options->rules, "Only this rule, or another search feature such as null_move (repeatable)")
      ->type_name("RULE")
      ->allow_extra_args(false);
  command->add_flag("--pairs", options->pairs, "Also switch off every pair of rules: which rules do the same work?");
  add_limit_lists(*command, options->limits);
  add_number(*command, "--hash", options->search.hash, Engine::kMinHash, Engine::kMaxHash, "MiB",
             "Size of each table, MiB (default: 16)");
  add_store_options(*command, options->run, team);
  add_workers(*command, options->run);
  command->add_flag("--json", options->run.json, "Print one JSON value");
  add_color(*command, options->run.color);
  command->callback([options, command, positions, &exit_code] {
    positions.check(*command);
    exit_code = ablate(*options);
  });
}

}  // namespace

StoredCommand ablate_command() {
  return {{kind_of<AblateResult>()}, add_ablate};
}

}  // namespace oknos::lab
