#pragma once

#include "lab/arguments/stored_command.h"

// `oknos-lab suite FILE.epd...`: what do searches make of the same positions? Which do they solve, with how many nodes,
// what do their moves give away, where do they spend their nodes?
namespace oknos::lab {

StoredCommand suite_command();

}  // namespace oknos::lab
