#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/chess/position.h"

// Standard Algebraic Notation.
namespace oknos::san {

// "Nf3", "exd6", "O-O", "e8=Q+", "Rad1#": as short as the legal moves of the position allow; "--" for no move.
// Precondition: the move is legal.
std::string to_text(const Position& position, Move m);

// The legal move that the text names. Also understood: missing or extra + # ! ? and commas, 0-0, a missing or other
// sign before the promotion piece (e8Q, e8/Q, e8(q)), e.p., missing or extra x, more origin than needed, long algebraic
// (Ng1-f3, e2xd3), UCI (e2e4, e7e8q), figurines and lower-case letters of pieces (nf3). The error says whether the text
// is no move, no piece can make it, or several can, and then how to tell them apart.
Result<Move> parse(const Position& position, std::string_view text);

// Removes the first character from `text` and returns what stands for it in ASCII where notation has such a thing: a
// letter for a figurine, "-" for dashes, " " for spaces, nothing for what is not seen; else the character itself.
std::string_view next_sign(std::string_view& text);

// What stands before a move: "17..." or "18.".
std::string move_number(const Position& position);

// "12. Nf3 Nc6 13. O-O" or "12... Nc6 13. O-O". Precondition: each move is legal after those before it.
std::string line_to_text(Position position, const std::vector<Move>& moves);

}  // namespace oknos::san
