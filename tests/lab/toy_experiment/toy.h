#pragma once

#include <CLI/CLI.hpp>

#include "lab/experiment/kind.h"
#include "lab/experiment/team.h"

// A stored command that only tests have: how many words there are in each line of a text. It shows what a new one
// needs: this folder, and its line in the list of commands (main.cpp).
namespace oknos::test {

lab::RunKind toy_kind();
void add_toy(CLI::App& app, int& exit_code, lab::Team* team);

}  // namespace oknos::test
