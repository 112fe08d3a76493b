#pragma once

#include <cstdint>
#include <vector>

// A virtual machine's processors may be taken away for a while, and its programs then stand still without knowing it.
namespace oknos::platform {

// Milliseconds that the host has kept from each processor of this machine since it was started; in steps of a clock
// tick, mostly 10 ms. Empty where the system does not tell (it does on Linux: "steal" of /proc/stat, proc(5)).
std::vector<std::int64_t> stolen_milliseconds();

}  // namespace oknos::platform
