#include "apps/laboratory/program.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/build_identity.h"
#include "engine/base/text.h"
#include "engine/uci/identity.h"
#include "lab/arguments/arguments.h"
#include "lab/arguments/help_format.h"
#include "lab/commands/commands.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/suggestion.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

std::vector<std::string> names_of_commands(const CLI::App& app) {
  std::vector<std::string> out;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    out.push_back(command->get_name());
  return out;
}

// Commands that have another name now.
constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kOldNames = {{
    {"price fit", "predict fit"},
    {"price audit", "predict --rank"},
    {"price variants", "preset variants"},
    {"price", "predict"},
    {"calibrate", "margins (calibrate --price: predict --rank)"},
    {"compare", "suite --player A --player B"},
    {"ablate", "suite --each-rule"},
    {"effort", "suite --measure tree"},
    {"regret", "suite --measure regret"},
    {"report", "show --html"},
}};

// Empty if the words name no such command.
std::string new_name(const std::vector<std::string>& words) {
  const std::string first = words.empty() ? "" : words[0], two = first + " " + (words.size() > 1 ? words[1] : "");
  for (const auto& [old, now] : kOldNames)
    if (old == two || old == first) return fmt::format("{} is now: {}", old, now);
  return "";
}

// CLI11 says only that a command is required, whatever was written instead of one.
std::string command_problem(const CLI::App& app, const std::string& word) {
  const std::vector<std::string> names = names_of_commands(app);
  if (word.size() > 1 && word.starts_with('-') && !app.get_option_no_throw(word.substr(0, word.find('='))))
    return text::quoted(word) + " is not an option of oknos-lab itself; a command comes first: " + listed(names);
  if (word.starts_with('-') || std::find(names.begin(), names.end(), word) != names.end()) return "";
  const std::string known = listed(names);
  if (word.empty()) return "a command is expected: " + known;
  const std::string meant = did_you_mean(word, names);
  return text::quoted(word) + " is not a command" + (meant.empty() ? "; there are: " + known : meant);
}

// The commands that the words begin with, such as "preset show".
struct Named {
  const CLI::App* command;
  std::string path = "oknos-lab";
  std::string problem;
};
Named command_named(const CLI::App& app, const std::vector<std::string>& words) {
  Named out{&app, "oknos-lab", ""};
  for (std::size_t i = 0;; ++i) {
    const std::vector<std::string> names = names_of_commands(*out.command);
    const std::string word = i < words.size() ? words[i] : "";
    const bool is_name = std::find(names.begin(), names.end(), word) != names.end();
    // "predict" is a command by itself, too.
    if (names.empty() || (!is_name && out.command->get_require_subcommand_min() == 0)) break;
    out.problem = command_problem(*out.command, word);
    if (!out.problem.empty() || word.starts_with('-')) break;
    out.command = out.command->get_subcommand(word);
    out.path += " " + word;
  }
  return out;
}

// For an option that the command does not have, the one that was meant.
std::string meant_option(const CLI::App& command, const std::vector<std::string>& words) {
  std::vector<std::string> known;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  for (const std::string& word : words) {
    const std::string name = word.substr(0, word.find('='));
    if (name.starts_with("--") && std::find(known.begin(), known.end(), name) == known.end())
      return did_you_mean(name, known);
  }
  return "";
}

// CLI11 counts: "--depth: At Most 1 required but received 2".
std::string given_once(const std::string& problem) {
  const std::size_t count = problem.find(": At Most 1 required but received ");
  return count == std::string::npos ? problem : problem.substr(0, count) + " is given more than once";
}

}  // namespace

int run_program(int argc, char** argv, const std::vector<StoredCommand>& stored) {
  CLI::App app(
      "The pruning laboratory of Oknos: what a chess search prunes, what that saves, and how often it is wrong",
      "oknos-lab");
  app.set_version_flag("--version", "oknos-lab " + std::string(uci::kVersion) + oknos_development_version() + " (" +
                                        oknos_build_identity() + ")");
  app.require_subcommand(1);
  app.formatter(std::make_shared<HelpFormat>());  // subcommands inherit it
  app.footer("Example: oknos-lab analyse        (a famous position)\n'oknos-lab help COMMAND' explains each command.");
  int exit_code = 0;
  add_commands(app, exit_code, stored);
  refuse_empty_values(app);
  std::vector<std::string> words(argv + 1, argv + argc);
  if (!words.empty() && words.front() == "complete") return print_offers(app, {words.begin() + 1, words.end()});
  const bool is_help = !words.empty() && words.front() == "help";
  if (is_help) {  // "help audit" is "audit --help"
    words.erase(words.begin());
    words.emplace_back("--help");
  }
  if (const std::string now = new_name(words); !now.empty()) return complain(kUsage, now);
  const Named named = command_named(app, words);
  const std::string hint = "Try '" + named.path + " --help'.";
  if (!named.problem.empty()) return complain(kUsage, named.problem + "\n" + hint);
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::ArgumentMismatch& e) {
    return complain(kUsage, given_once(e.what()) + "\n" + hint);
  } catch (const CLI::ExtrasError& e) {
    return complain(kUsage, e.what() + meant_option(*named.command, words) + "\n" + hint);
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) return app.exit(e);  // --help, --version
    return complain(kUsage, std::string(e.what()) + "\n" + hint);
  }
  return exit_code;
}

}  // namespace oknos::lab
