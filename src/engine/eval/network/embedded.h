#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "engine/eval/network/network.h"

namespace oknos::eval::network {

// The network that this program was built with (`make EVALFILE=FILE`, -DOKNOS_EVALFILE=FILE). Null when it was built
// without one; an error when that file is none.
Result<std::shared_ptr<const Network>> embedded();

// The same; null also where that file is none. Read once, and shared.
std::shared_ptr<const Network> embedded_if_any();

// What stands in place of a file's name: for the evaluation without a network, and for the network in the program.
inline constexpr std::string_view kClassical = "classical";
inline constexpr std::string_view kEmbedded = "<embedded>";

// The network of that name: null for "classical" (in any case); the embedded one for "<embedded>" and for "", an error
// if the program was built without; else that of a file.
Result<std::shared_ptr<const Network>> network_named(const std::string& name);

}  // namespace oknos::eval::network
