#pragma once

#include "lab/arguments/stored_command.h"

// A stored command that only tests have: how many words there are in each line of a text. It shows what a new one
// needs: this folder, and its line in the list of commands (main.cpp).
namespace oknos::test {

lab::StoredCommand toy_command();

}  // namespace oknos::test
