#pragma once

#include <memory>
#include <string>

#include "engine/base/result.h"
#include "engine/eval/network/network.h"
#include "train/network/floats.h"
#include "train/network/gradient.h"

namespace oknos::train::network {

// The integer network that the engine uses. `scale`: centipawns for an output of 1.
Result<std::shared_ptr<const eval::network::Network>> quantised(const Layout& layout, const float* numbers,
                                                                double scale, const std::string& provenance);

// The weights of an integer network as floating-point numbers, to continue training. Precondition: it has this layout.
Floats floating(const Layout& layout, const eval::network::Network& network);

// The expected points of a position according to the quantised network.
float prediction(const eval::network::Network& network, const PackedPosition& position);

}  // namespace oknos::train::network
