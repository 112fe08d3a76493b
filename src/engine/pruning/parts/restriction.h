#pragma once

#include "engine/base/score.h"

namespace oknos::pruning {

// What a node still looks at after a rule has ruled out the rest before any move was generated. A move is wanted when
// any of these lines wants it; as it stands here, none is.
struct Restriction {
  // Captures and promotions that win at least so much at once: victim + promoted piece - pawn, as eval::gain() counts,
  // in centipawns. kInfinite: none.
  Score floor = kInfinite;
  bool queens_only = false;  // captures of a queen, whatever the floor
  bool checks = false;       // moves that give check, whatever else they do
  bool quiets = false;       // moves that neither capture nor promote

  bool operator==(const Restriction&) const = default;
};

}  // namespace oknos::pruning
