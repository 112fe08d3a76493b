#pragma once

#include "engine/base/score.h"
#include "engine/chess/position.h"

namespace oknos::lab {

// A stand-in for the part of an evaluation that is not known without making the move: proofs need it in every size, and
// in the worst shape. |positional| <= width, from the view of the side to move.
struct Positional {
  enum class Kind {
    None,
    Hash,     // adversarial: a hash of the position; neighbours have nothing to do with each other
    Mobility  // tame: what a mobility term looks like
  };
  Kind kind = Kind::None;
  int width = 0;  // W, centipawns

  Score operator()(const Position& position) const;
};

}  // namespace oknos::lab
