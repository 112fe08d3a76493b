#pragma once

#include <cstdint>
#include <optional>

// A virtual machine's processors may be taken away for a while, and its programs then stand still without knowing it.
namespace oknos::platform {

// Milliseconds that the host has kept from this machine since it was started, summed over its processors; in steps of a
// clock tick, mostly 10 ms. Nothing where the system does not tell (it does on Linux: "steal" of /proc/stat, proc(5)).
std::optional<std::int64_t> stolen_milliseconds();

}  // namespace oknos::platform
