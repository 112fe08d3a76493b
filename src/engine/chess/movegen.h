#pragma once

#include "engine/chess/move.h"
#include "engine/chess/position.h"

// Legal moves, in stages. Every kind yields legal moves only, also in check; Captures and Quiets together are All.
namespace oknos {

enum class MoveGen {
  All,
  Captures,  // captures, en passant and every promotion
  Quiets,    // the rest, castling included
  Evasions,  // All, for a position in check
  Checks,    // those of Quiets that give check, directly or by discovery
  AllChecks  // those of All that give check
};

// Appends to `list`.
template <MoveGen kind>
void generate(const Position& position, MoveList& list);

// The captures whose victim stands on one of `victims` (of an en passant capture: the pawn that disappears), promotions
// among them; with `promotions` also every other promotion. Appends to `list`.
void generate_captures_of(const Position& position, Bitboard victims, bool promotions, MoveList& list);

MoveList legal_moves(const Position& position);
bool has_legal_move(const Position& position);  // stops at the first

// How many legal moves there are, without writing them down.
int count_legal_moves(const Position& position);

}  // namespace oknos
