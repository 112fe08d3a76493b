#pragma once

#include <memory>

#include "eval/network/network.h"

namespace oknos::eval::network {

// The network that this program was built with (`make EVALFILE=FILE`, -DOKNOS_EVALFILE=FILE). Null when it was built
// without one; an error when that file is none.
Result<std::shared_ptr<const Network>> embedded();

// The same; null also where that file is none. Read once, and shared.
std::shared_ptr<const Network> embedded_if_any();

}  // namespace oknos::eval::network
