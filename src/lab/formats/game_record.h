#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/chess/position.h"

// A self-play game with what training wants to know of it and nothing else, and the compact form in which files keep
// it: four bytes a ply (docs/data-format.md).
namespace oknos::compact {

struct RecordedMove {
  Move move;
  std::optional<int> score;  // of the search, centipawns from the mover's view; nothing: the move was not searched
  bool operator==(const RecordedMove&) const = default;
};

struct GameRecord {
  Position start = Position::initial();
  std::vector<RecordedMove> moves;
  int half_points = 0;    // of White in the end: 2, 1, 0
  int opening_plies = 0;  // at the beginning, that nobody chose
};

inline constexpr std::size_t kLongestRecord = 65535;  // plies; what follows is left out

std::string encode(const GameRecord& game);

// The error says what is wrong with the bytes. Moves are checked: a record that decodes is a legal game.
Result<GameRecord> decode(std::string_view payload);

}  // namespace oknos::compact
