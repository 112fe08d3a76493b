#pragma once

#include <string>

#include "lab/commands/shell/description.h"

// Manual pages, in the macros of man(7).
namespace oknos::lab {

// oknos-lab(1): all commands on one page.
std::string laboratory_man_page(const CommandText& program);

// oknos(6).
std::string engine_man_page();

}  // namespace oknos::lab
