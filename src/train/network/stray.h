#pragma once

#include <optional>

#include "lab/random_numbers.h"
#include "train/network/packed_position.h"

namespace oknos::train::network {

// A search sees many positions that no game comes to: a queen is left hanging, an attack is ignored. So that a network
// has seen their like, one or two random moves are made in a position of a game; the score is what the
// classical evaluation says of it: what a search would say of captures that follow is not a network's to learn.
// Nothing: there is no move, or a king is in check.
std::optional<PackedPosition> stray_from(const Position& position, lab::RandomNumbers& random);

}  // namespace oknos::train::network
