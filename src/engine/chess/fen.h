#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/chess/position.h"

// Forsyth-Edwards Notation, with 4 to 6 fields (missing clocks are 0 and 1), X-FEN and Shredder-FEN castling rights
// (and mixtures).
namespace oknos::fen {

inline constexpr std::string_view kInitial = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

// With Composed, positions pass that no game leads to but that can be played: an en passant square beside a check that
// the jump cannot have given, three checkers, more men than a side begins with. Test suites and puzzles have such.
enum class Origin { Game, Composed };

// The error names the FEN, the field, its text and what would be right. Clocks are whole numbers from 0 to 9999; a move
// number 0 is read as 1. KQkq mean the outermost rook on that side of the king, letters A-H a-h the rook on that file.
// The position is marked as Chess960 where a king that may castle is not on the e-file or its rook not on the a- or
// h-file; how the right was written does not matter.
Result<Position> parse(std::string_view text, Origin origin = Origin::Game);

// For those who play what they are given, as a GUI's position: Composed; text behind the FEN, such as the operations of
// EPD, is ignored; and what is wrong with the castling rights, the en passant square and the clocks is left out. One
// line for each thing left out is added to `left_out`.
Result<Position> parse_playable(std::string_view text, std::vector<std::string>& left_out);

// Reads the fields only. Without `rest` the FEN must be all there is. With it, further words are handed back there: a
// field also ends at ';', and words 5 and 6 are taken as clocks only when they look like numbers.
Result<Setup> parse_setup(std::string_view text, std::string_view* rest = nullptr);

// Why the setup is not a position to play chess from, or nothing: what the rules of the game and the engine's tables
// need, not proof of a game that leads there. Refused are
// - not exactly one king of each colour, pawns on the first or last rank;
// - more than 16 men or 8 pawns of a colour; when composed, more than 32 men or
//   so many that they could have more than kMaxMoves moves;
// - a king that could be taken, a king checked by more than two men (unless composed);
// - a right to castle without king and rook on the back rank, or with them elsewhere than in standard chess when the
// setup is not Chess960;
// - an en passant square that no pawn can just have jumped over, or a check that such a jump cannot have given;
// - clocks out of their range.
std::optional<Error> check(const Setup& setup, Origin origin = Origin::Game);

// The same for the en passant square alone.
std::optional<Error> check_en_passant(const Setup& setup, Origin origin = Origin::Game);

enum class CastlingStyle { Standard /* KQkq, file letters where needed (X-FEN) */, Shredder /* always file letters */ };
std::string to_text(const Position& position, CastlingStyle style = CastlingStyle::Standard);

}  // namespace oknos::fen
