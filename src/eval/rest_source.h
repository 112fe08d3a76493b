#pragma once

#include "eval/evaluation.h"

namespace oknos::eval {

// Who evaluates, for those who may want the rest of a position and need not know how it is come by.
class RestSource {
 public:
  // Exact, from the view of the side to move. Precondition: `incremental` belongs to `position`.
  virtual Score rest(const Position& position, const Incremental& incremental) = 0;

 protected:
  ~RestSource() = default;
};

}  // namespace oknos::eval
