#pragma once

#include <optional>

#include "engine/base/random_numbers.h"
#include "train/network/packed_position.h"

namespace oknos::train::network {

// A search evaluates many positions that never occur in games: a queen is left hanging, an attack is ignored. To train
// a network on such positions, one or two random moves are made in a position of a game. The score is the static
// classical evaluation, not the value after the captures that follow, which a network cannot learn without searching.
// Nothing: there is no legal move, or a king is in check.
std::optional<PackedPosition> stray_from(const Position& position, RandomNumbers& random);

}  // namespace oknos::train::network
