#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tablebases/tablebases.h"

namespace oknos::tablebases {

// A move of a position that the tables know.
struct RankedMove {
  Move move;
  int rank = 0;         // higher is better; moves of one rank keep the result alike
  Wdl wdl = Wdl::Draw;  // for the side that makes it, with the halfmove clock as it stands
};

struct Ranking {
  std::vector<RankedMove> moves;  // in the order in which they were given
  bool by_distance = false;       // .rtbz files knew every move: wins are kept whatever move of the best rank is played
};

// Ranks the legal moves of a position so that playing one of the highest rank keeps its result, also against the
// fifty-move rule and repetition. With `fifty_move_rule` false, cursed wins are wins. None: the tables do not know the
// position, or not enough of its moves.
std::optional<Ranking> rank_moves(const Tablebases& tables, Position& position, std::span<const Move> moves,
                                  bool fifty_move_rule);

}  // namespace oknos::tablebases
