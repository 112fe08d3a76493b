#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/chess/position.h"

// Where the games of a match begin, and in which order.
namespace oknos::lab {

struct Opening {
  Position start = Position::initial();
  std::vector<Move> moves;  // from there; the players think after them
  std::string name;         // what the book calls it; may be empty

  Position position() const;  // after the moves
};

struct OpeningBook {
  std::vector<Opening> openings;        // in the order of the file
  std::vector<std::string> complaints;  // "FILE:LINE: ...": what was passed over, and why
};

// A file of EPD or FEN lines, or games of PGN, of which the first `plies` plies of the main line are taken. Kind of
// file as find_input tells it. Passed over with a complaint are lines and games that cannot be read, games that break
// off at an unreadable move before `plies`, and openings after which the game is over. A file with nothing left is an
// error. Takes about as long as reading the lines: some 5 microseconds each.
Result<OpeningBook> load_openings(const std::string& path, int plies);

// For matches without a book: `count` different lines of 8 plies from the initial position. They are random, but no
// move in them loses material at once or is much worse than others by its static value, that of the position that
// arises is small, and whoever is to move can neither mate nor win material at once. The same on every machine for the
// same seed, as long as the evaluation is the same; with a greater count the first ones stay the same.
std::vector<Opening> default_openings(std::uint64_t seed, std::size_t count);

// Which of `count` openings each pair of games has: once through all in an order that depends on the seed, then again
// in another order, and so on. The same on every machine (Fisher and Yates, with SplitMix64). Precondition: count > 0.
std::vector<std::uint32_t> opening_order(std::size_t count, std::uint64_t seed, std::size_t pairs);

}  // namespace oknos::lab
