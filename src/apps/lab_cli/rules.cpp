#include <memory>

#include "apps/lab_cli/commands.h"
#include "lab/rules_command.h"

namespace oknos::lab_cli {

void add_rules(CLI::App& app, int& exit_code) {
  struct State {
    std::string rule;
    bool markdown = false;
    bool json = false;
  };
  const auto state = std::make_shared<State>();
  CLI::App* command = app.add_subcommand("rules", "List the pruning rules: where they act, when, and whether soundly");
  command->footer(
      "Examples:\n"
      "  oknos-lab rules\n"
      "  oknos-lab rules over_kill\n"
      "  oknos-lab rules --markdown        (the tables of docs/rules/README.md)");
  CLI::Option* name = command->add_option("rule", state->rule, "All of this one rule")->type_name("NAME");
  CLI::Option* markdown = command->add_flag("--markdown", state->markdown, "The tables of the documentation");
  CLI::Option* json = command->add_flag("--json", state->json, "For programs");
  markdown->excludes(json)->excludes(name);
  command->callback([state, &exit_code] {
    const lab::RulesFormat format = state->markdown ? lab::RulesFormat::Markdown
                                    : state->json   ? lab::RulesFormat::Json
                                                    : lab::RulesFormat::Text;
    exit_code = lab::show_rules(state->rule, format);
  });
}

}  // namespace oknos::lab_cli
