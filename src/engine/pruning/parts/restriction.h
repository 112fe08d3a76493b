#pragma once

#include "engine/base/score.h"

namespace oknos::pruning {

// The moves that a node still generates after a rule has excluded the rest. A move is admitted if any field admits it;
// by default none is.
struct Restriction {
  // Captures and promotions with at least this gain (eval::gain(): victim + promoted piece - pawn), in centipawns;
  // kInfinite: none.
  Score floor = kInfinite;
  bool queens_only = false;  // captures of a queen, whatever the floor
  bool checks = false;       // moves that give check, whatever else they do
  bool quiets = false;       // moves that neither capture nor promote

  bool operator==(const Restriction&) const = default;
};

}  // namespace oknos::pruning
