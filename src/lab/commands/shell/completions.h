#pragma once

#include <array>
#include <string>
#include <string_view>

#include "lab/commands/shell/description.h"

// Completion scripts for shells.
namespace oknos::lab {

inline constexpr std::array<std::string_view, 3> kShells = {"bash", "zsh", "fish"};

std::string bash_completions(const CommandText& program);
std::string zsh_completions(const CommandText& program);
std::string fish_completions(const CommandText& program);

}  // namespace oknos::lab
