#include "lab/audit/audit.h"

#include <memory>

#include "apps/lab_cli/arguments.h"
#include "apps/lab_cli/commands.h"

namespace oknos::lab_cli {

namespace {

constexpr const char* kAuditFooter =
    "Each position is searched by one thread with an empty table, to depth 10 unless a limit is given. Of what each\n"
    "rule leaves out, one of so many is then searched after all, as deep as it would have been without reductions,\n"
    "by a search without the rules and without a table. It is wrong when that shows more than alpha (a cut above:\n"
    "less than beta).\n\n"
    "Examples:\n"
    "  oknos-lab audit wac.epd\n"
    "  oknos-lab audit ecm.epd --preset heinz --depth 8 --sample 200 --out audit.db\n"
    "  oknos-lab audit ecm.epd --sample 5000 --sample razoring=50 --out audit.db --resume\n"
    "  oknos-lab audit ecm.epd --margins --rule razoring --rule reverse_futility\n"
    "  oknos-lab audit ecm.epd --judge modern\n"
    "  oknos-lab audit --show audit.db --by depth,kind --worst 10";

}  // namespace

void add_audit(CLI::App& app, int& exit_code, lab::Team* team) {
  constexpr std::size_t kMostWorst = 1'000'000;
  constexpr std::uint64_t kMostErrors = std::uint64_t{1} << 40;
  struct State {
    lab::AuditOptions options;
    RawLimits raw;
  };
  const auto state = std::make_shared<State>();
  lab::AuditOptions& options = state->options;
  CLI::App* command =
      app.add_subcommand("audit", "Search after all what the rules left out: how often were they wrong?");
  command->footer(kAuditFooter);
  const PositionsOrStore positions = add_positions_or_store(*command, options.files, options.show);
  add_rule_options(*command, options.search);
  add_limit_options(*command, options.search, state->raw);
  command
      ->add_option("--sample", options.sample,
                   "Check one of so many (1000), or of what one rule leaves out (RULE=N); may be given again")
      ->type_name("N")
      ->allow_extra_args(false);
  CLI::Option* margins =
      command->add_flag("--margins", options.margins,
                        "Ask the rules with the least margin, not acting: which margin is wrong how often?");
  command->add_option("--rule", options.rules, "With --margins: this rule, on or not; may be given again")
      ->type_name("RULE")
      ->needs(margins)
      ->allow_extra_args(false);
  command
      ->add_option("--judge", options.judge,
                   "Preset of the search that judges (the one that plays, without the rules of the family)")
      ->type_name("NAME|FILE");
  add_number(*command, "--reach", options.reach, std::uint64_t{0}, kMostErrors, "errors",
             "Undo one of so many errors, search again, and compare the root (0: none)");
  command->add_option("--without-guard", options.without_guards, "Switch this guard off; may be given again")
      ->type_name("GUARD")
      ->allow_extra_args(false);
  command
      ->add_option("--by", options.by,
                   "What the second table tells apart: depth, kind, phase, node, exemption, ply (depth)")
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false);
  add_number(*command, "--worst", options.worst, std::size_t{0}, kMostWorst, "cases", "Show so many of the worst (3)");
  add_store_options(*command, options.run, team);
  command->add_flag("--json", options.json, "One JSON value");
  add_color(*command, options.color);
  command->callback([state, command, positions, &exit_code] {
    positions.check();
    take_limits(*command, state->raw, state->options.search);
    if (command->count("--hash") == 0) state->options.search.hash = lab::AuditOptions::kDefaultHash;
    exit_code = lab::audit(state->options);
  });
}

}  // namespace oknos::lab_cli
