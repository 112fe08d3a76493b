#pragma once

#include <optional>

#include "eval/pawns.h"
#include "eval/rest_source.h"

namespace oknos::eval {

// The evaluation with a memory for pawn structures and for the last position: one for each thread. The values are those
// of evaluate().
class Evaluator final : public RestSource {
 public:
  // Precondition: `incremental` belongs to `position`.
  Evaluation operator()(const Position& position, const Incremental& incremental);
  Score rest(const Position& position, const Incremental& incremental) override {
    return (*this)(position, incremental).rest;
  }

 private:
  PawnTable pawns_;
  // A rule may ask about a position before the search comes to it.
  Key last_key_ = 0;
  std::optional<Evaluation> last_;
};

}  // namespace oknos::eval
