#pragma once

#include "engine/chess/position.h"
#include "engine/eval/incremental/evaluation.h"
#include "engine/pruning/parts/restriction.h"

namespace oknos::pruning {

// Does the restriction admit the move? For code that has the full move list; the move picker generates only what it
// needs.
inline bool is_wanted(const Position& position, const CheckInfo& checks, Move m, const Restriction& restriction) {
  const bool tactical = position.is_tactical(m);
  return (tactical && eval::gain(position, m) >= restriction.floor) ||
         (restriction.queens_only && position.captured_type(m) == PieceType::Queen) ||
         (restriction.checks && position.gives_check(m, checks)) || (restriction.quiets && !tactical);
}

}  // namespace oknos::pruning
