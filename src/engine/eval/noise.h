#pragma once

#include <cstdint>

#include "engine/base/score.h"
#include "engine/chess/position.h"

namespace oknos::eval {

// Evaluation noise, which makes a weaker player: every position is misjudged a little, and always in the same way.
struct Noise {
  int deviation = 0;       // of the error, roughly, in centipawns; 0: none
  std::uint64_t seed = 0;  // each seed is another player of the same strength

  explicit operator bool() const { return deviation != 0; }
  bool operator==(const Noise&) const = default;
};

// The error that is added to the value, from the point of view of the side to move. Part of it depends on the pieces
// and their squares, as if the player had learnt wrong piece-square tables and followed wrong plans; the rest on the
// whole position.
Score noise_of(const Noise& noise, const Position& position);

}  // namespace oknos::eval
