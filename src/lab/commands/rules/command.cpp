#include <memory>

#include "lab/commands/rules/rules_command.h"

namespace oknos::lab {

void add_rules(CLI::App& app, int& exit_code) {
  struct State {
    std::string rule;
    bool markdown = false;
    bool json = false;
  };
  const auto state = std::make_shared<State>();
  CLI::App* command =
      app.add_subcommand("rules", "List the pruning rules: where and when they act, and whether they are sound");
  command->footer(
      "Examples:\n"
      "  oknos-lab rules\n"
      "  oknos-lab rules over_kill\n"
      "  oknos-lab rules --markdown        (the tables of docs/rules/parameters.md)");
  CLI::Option* name = command->add_option("rule", state->rule, "Show everything about this rule")->type_name("NAME");
  CLI::Option* markdown = command->add_flag("--markdown", state->markdown, "Print the tables of the documentation");
  CLI::Option* json = command->add_flag("--json", state->json, "Print as JSON");
  markdown->excludes(json)->excludes(name);
  command->callback([state, &exit_code] {
    const RulesFormat format = state->markdown ? RulesFormat::Markdown
                               : state->json   ? RulesFormat::Json
                                               : RulesFormat::Text;
    exit_code = show_rules(state->rule, format);
  });
}

}  // namespace oknos::lab
