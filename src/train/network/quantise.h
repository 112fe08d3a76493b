#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "eval/network/network.h"
#include "train/network/floats.h"
#include "train/network/gradient.h"

namespace oknos::train::network {

// The network in whole numbers, as the engine has it. `scale`: centipawns for an output of 1.
Result<std::shared_ptr<const eval::network::Network>> quantised(const Layout& layout, const float* numbers,
                                                                double scale, const std::string& provenance);

// The numbers of a network as floating-point ones, to go on from. Precondition: it has this layout.
Floats floating(const Layout& layout, const eval::network::Network& network);

// What the quantised network says of a position, as points.
float prediction(const eval::network::Network& network, const PackedPosition& position);

}  // namespace oknos::train::network
