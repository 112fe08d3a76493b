#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "lab/formats/epd.h"

// How test suites sort their positions and what their moves are worth.
namespace oknos::lab {

// What a position's name says before its number: "WAC.001" -> "WAC", "PET001: Pawn endgame" -> "PET". The Strategic
// Test Suite's "STS(v5.0) Bishop vs Knight.081" -> "Bishop vs Knight". Empty when there is nothing before a number.
std::string theme_of(std::string_view id);

// The same for the positions of a file, one after the other: the Strategic Test Suite writes the name of one theme in
// two ways, and there the first one holds for all of "STS(v3.0)".
class Themes {
 public:
  std::string of(std::string_view id);

 private:
  std::map<std::string, std::string, std::less<>> sts_;  // "STS(v3.0)" -> name
};

// The points that a suite gives for moves; a move that it does not name has none.
struct PointTable {
  std::vector<std::pair<Move, int>> moves;

  int of(Move m) const;
  int most() const;
};

// From c8 (points) with c9 (UCI moves) or c7 (SAN), else from c0 "Qc7=10, Nf6+=4". Nothing when the record gives no
// points: any other text may stand in c0. An error when it gives them and they make no sense.
Result<std::optional<PointTable>> points_of(const epd::Record& record);

}  // namespace oknos::lab
