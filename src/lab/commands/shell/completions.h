#pragma once

#include <string>

#include "lab/commands/shell/description.h"

// Completion scripts for shells: "bash", "zsh" or "fish".
namespace oknos::lab {

// Asks `oknos-lab complete` at every completion (offers.h).
std::string completions_of_laboratory(const std::string& shell);
std::string completions_of_engine(const std::string& shell, const CommandText& engine);

}  // namespace oknos::lab
