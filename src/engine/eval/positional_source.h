#pragma once

#include "engine/eval/incremental/evaluation.h"

namespace oknos::eval {

// Who evaluates, for those who may want the positional part of a position and need not know how it is come by.
class PositionalSource {
 public:
  // Exact, from the view of the side to move. Precondition: `incremental` belongs to `position`.
  virtual Score positional(const Position& position, const Incremental& incremental) = 0;

 protected:
  ~PositionalSource() = default;
};

}  // namespace oknos::eval
