#pragma once

#include <cstdint>

#include "base/score.h"
#include "chess/position.h"

namespace oknos::eval {

// The judgement of a weaker player: every position is misjudged a little, and the same one always in the same way.
struct Blur {
  int deviation = 0;       // of the error, centipawns, about; 0: none
  std::uint64_t seed = 0;  // another player of the same strength

  explicit operator bool() const { return deviation != 0; }
  bool operator==(const Blur&) const = default;
};

// What is added to the value, from the view of the side to move. Part of it belongs to the pieces on their squares (as
// if the player had wrong piece-square tables, so that it follows wrong plans), part to the position alone.
Score error_of(const Blur& blur, const Position& position);

}  // namespace oknos::eval
