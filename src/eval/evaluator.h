#pragma once

#include "eval/evaluation.h"
#include "eval/pawns.h"

namespace oknos::eval {

// The evaluation with a memory for pawn structures: one for each thread. The values are those of evaluate().
class Evaluator {
 public:
  // Precondition: `incremental` belongs to `position`.
  Evaluation operator()(const Position& position, const Incremental& incremental);

 private:
  PawnTable pawns_;
};

}  // namespace oknos::eval
