#pragma once

#include "engine/eval/incremental/evaluation.h"

namespace oknos::eval {

// Interface to the positional evaluation, which hides whether it comes from the network or the classical terms.
class PositionalSource {
 public:
  // The exact positional part in centipawns, from the view of the side to move. Precondition: `incremental` belongs to
  // `position`.
  virtual Score positional(const Position& position, const Incremental& incremental) = 0;

 protected:
  ~PositionalSource() = default;
};

}  // namespace oknos::eval
