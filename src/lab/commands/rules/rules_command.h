#pragma once

#include <string>

#include "lab/arguments/command.h"

// `oknos-lab rules`: what rules there are, from the registry.
namespace oknos::lab {

enum class RulesFormat : std::uint8_t {
  Text,      // for people
  Markdown,  // the tables of docs/rules/parameters.md
  Json
};

// Lists the rules, or tells all of the one with that name (as in presets or in UCI). Returns the program's exit code.
int show_rules(const std::string& rule, RulesFormat format);

void add_rules(CLI::App& app, int& exit_code);

}  // namespace oknos::lab
