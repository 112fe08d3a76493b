#pragma once

#include <string>
#include <vector>

#include "lab/arguments/command.h"

// Commands of which nobody needs anything but that they are there.
namespace oknos::lab {

void add_analyse(CLI::App& app, int& exit_code);      // positions and games, with what each rule did
void add_completions(CLI::App& app, int& exit_code);  // completion scripts of shells
void add_datagen(CLI::App& app, int& exit_code);      // games of the search against itself (docs/datagen.md)
void add_preset(CLI::App& app, int& exit_code);       // what presets there are, and what is in them
void add_rules(CLI::App& app, int& exit_code);        // what rules there are, from the registry
void add_why(CLI::App& app, int& exit_code);          // why was a line not searched further?

// `oknos-lab complete WORD...`, which the completion scripts call: one line for each word that can stand in the place
// of the last one, "WORD\tDESCRIPTION", and ":files" if names of files can. The last word may be empty and is any text,
// so it is not for CLI11 to read. Of a word with '=' only what follows the last one is completed and printed. Returns
// the exit code.
int print_offers(const CLI::App& app, const std::vector<std::string>& words);

}  // namespace oknos::lab
