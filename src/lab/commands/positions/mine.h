#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "lab/formats/epd.h"

// Mining positions: what the kinds of positions have in common. A kind is a function that finds as many positions as
// it is asked for; what it finds depends on the task's first group of members alone, never on the number of workers.
namespace oknos::lab {

struct MineTask {
  std::string games;        // path of a PGN file; empty: none was given
  int count = 0;            // positions wanted; fewer may be found
  std::uint64_t seed = 1;   // for kinds that draw
  std::uint64_t nodes = 0;  // of the search that decides
  int balance = 0;          // centipawns: |score| may be so large; kinds that do not ask leave it alone

  int workers = 1;
  // Called by the kind, in the thread that called it, as often as it likes: how far it is (0 to 1), and what it has.
  std::function<void(double part, const std::string& text)> progress;
};

// The positions in an order that means something or in that of finding. Distinct, legal, not over. When interrupted()
// becomes true: what there is so far.
using Miner = std::function<Result<std::vector<epd::Record>>(const MineTask&)>;

struct PositionKind {
  enum class Games : std::uint8_t { NotUsed, Needed };

  std::string_view name;  // "openings"
  std::string_view help;  // one line: what is found
  Games games = Games::NotUsed;
  int count = 0;            // how many, unless --count says so
  std::uint64_t nodes = 0;  // unless --nodes says so
  int balance = 0;          // unless --balance says so; 0: the kind does not ask for it
  Miner mine;
};

// The same in placement, side to move, rights and en passant: the four fields of EPD.
std::string position_name(const Position& position);

// Without clocks and history: what the file will say, and so what has to be searched.
Position bare(const Position& position);

// Mate, stalemate, a dead position, or a draw by the fifty-move rule.
bool is_over(const Position& position);

}  // namespace oknos::lab
