#pragma once

#include "lab/arguments/stored_command.h"

// `oknos-lab prove POSITIONS...`: is the value of a search the same with rules and without? (docs/proofs.md)
namespace oknos::lab {

StoredCommand prove_command();

}  // namespace oknos::lab
