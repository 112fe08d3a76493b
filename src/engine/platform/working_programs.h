#pragma once

#include <string>
#include <vector>

namespace oknos::platform {

// Names under which the programs can be read that do the work of a process: its own or, where it has started others
// (a shell script around an engine), those of the processes that have started none. Empty where the system does not
// tell (only Linux does).
std::vector<std::string> working_programs(int process);

}  // namespace oknos::platform
