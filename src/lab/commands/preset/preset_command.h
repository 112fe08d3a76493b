#pragma once

#include <string>
#include <vector>

#include "lab/arguments/command.h"

// `oknos-lab preset ...`: what presets there are, and what is in them. These return the program's exit code.
namespace oknos::lab {

int list_presets();
enum class PresetForm { Complete, Differences };
int show_preset(const std::string& name_or_file, PresetForm form);
int check_preset(const std::string& file);
// The futility family, if no rules are named.
int list_variants(const std::string& name_or_file, const std::vector<std::string>& rules);
int preset_as_uci(const std::string& name_or_file);  // lines "setoption name ... value ..."

void add_preset(CLI::App& app, int& exit_code);

}  // namespace oknos::lab
