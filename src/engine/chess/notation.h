#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/chess/position.h"

// Squares and moves as UCI writes them.
namespace oknos {

std::string to_text(Square s);                             // "e4", "-" for None
std::optional<Square> square_from_text(std::string_view);  // "e4"
char to_char(Piece p);                                     // "PNBRQKpnbrqk", '.' for None
std::optional<Piece> piece_from_char(char c);
char to_char(PieceType t);  // lower case

// "e2e4", "e7e8q"; castling as e1g1, or e1h1 in Chess960; "0000" for no move.
std::string to_text(Move m, bool chess960);

// The legal move that the text names; castling is understood in both styles. Nothing when it is not a legal move here.
std::optional<Move> move_from_text(const Position& position, std::string_view text);

}  // namespace oknos
