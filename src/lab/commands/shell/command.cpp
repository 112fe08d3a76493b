// What CLI11 knows of the commands, for shells.
#include <algorithm>
#include <cstdio>
#include <memory>

#include "lab/arguments/help_format.h"
#include "lab/commands/shell/completions.h"
#include "lab/commands/shell/offers.h"
#include "lab/commands/shell/self_description.h"

namespace oknos::lab {

namespace {

OptionText described(const CLI::Option& option) {
  const HelpFormat format;
  OptionText out;
  for (const std::string& name : option.get_snames()) out.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) out.names.push_back("--" + name);
  if (option.get_positional()) out.names = {option.get_name(true)};
  out.value = format.make_option_opts(&option);
  out.value.erase(0, out.value.find_first_not_of(' '));
  out.description = format.make_option_desc(&option);
  return out;
}

CommandText described(const CLI::App& app) {
  CommandText out;
  out.name = app.get_name();
  out.description = app.get_description();
  out.footer = app.get_footer();
  for (const CLI::Option* option : app.get_options())
    (option->get_positional() ? out.positionals : out.options).push_back(described(*option));
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    out.commands.push_back(described(*command));
  return out;
}

// The laboratory, with the word that stands before a command to explain it.
CommandText laboratory(const CLI::App& app) {
  CommandText out = described(app);
  CommandText help;
  help.name = "help";
  help.description = "Explain a command, as COMMAND --help does";
  for (const CommandText& command : out.commands)
    help.commands.push_back({.name = command.name, .description = command.description});
  out.commands.push_back(std::move(help));
  return out;
}

struct Asked {
  std::string shell;
  std::string program = "oknos-lab";
};

void add_program(CLI::App& command, Asked& asked) {
  command.add_option("program", asked.program, "oknos-lab (the default) or the engine, oknos")
      ->check(CLI::IsMember({"oknos-lab", "oknos"}))
      ->type_name("PROGRAM");
}

int print(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  return 0;
}

}  // namespace

int print_offers(const CLI::App& app, const std::vector<std::string>& words) {
  return print(to_lines(offers_for(laboratory(app), words)));
}

void add_self_description(CLI::App& app, int& exit_code) {
  const auto asked = std::make_shared<Asked>();
  CLI::App* completions = app.add_subcommand("completions", "Print the completion script of a shell");
  completions->footer(
      "'cmake --install' installs these scripts. Without it:\n"
      "  source <(oknos-lab completions bash)      (in ~/.bashrc)\n"
      "  oknos-lab completions zsh > _oknos-lab    (into a folder of $fpath)\n"
      "  oknos-lab completions fish | source       (in config.fish)");
  completions->add_option("shell", asked->shell, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}))
      ->type_name("SHELL");
  add_program(*completions, *asked);
  completions->callback([asked, &exit_code] {
    exit_code = print(asked->program == "oknos" ? completions_of_engine(asked->shell, engine_description())
                                                : completions_of_laboratory(asked->shell));
  });
}

}  // namespace oknos::lab
