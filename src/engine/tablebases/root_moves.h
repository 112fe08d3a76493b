#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/tablebases/tablebases.h"

namespace oknos::tablebases {

// A move in a position that the tables know.
struct RankedMove {
  Move move;
  int rank = 0;         // higher is better; all moves of the highest rank keep the result
  Wdl wdl = Wdl::Draw;  // for the side that makes it, given the current halfmove clock
};

struct Ranking {
  std::vector<RankedMove> moves;  // in the order in which they were given
  bool by_distance = false;       // all moves were ranked by .rtbz files, so every move of the highest rank keeps a win
};

// Ranks the legal moves of a position. A move of the highest rank keeps the result of the position, also with regard to
// the fifty-move rule and repetitions. With `fifty_move_rule` false, cursed wins are wins. None: the tables do not know
// the position, or not all of the moves that are needed.
std::optional<Ranking> rank_moves(const Tablebases& tables, Position& position, std::span<const Move> moves,
                                  bool fifty_move_rule);

}  // namespace oknos::tablebases
