#pragma once

#include <optional>

#include "engine/chess/position.h"
#include "lab/commands/positions/searcher.h"

namespace oknos::lab {

// What a position must be to have a tactic in it.
struct TacticRules {
  static constexpr int kMargin = 150;        // centipawns that the best move is better than the second
  static constexpr int kSecondAtMost = 400;  // otherwise any move wins
  static constexpr int kBestAtLeast = -100;  // otherwise any move loses
  static constexpr int kShallow = 4;         // plies: to this depth the search prefers another move
};

struct Tactic {
  Move best;
  Score score;
};

// Are these the lines of a tactic? `lines` as a search with two lines reports them, the best first.
bool is_tactic(const std::vector<Info>& lines, int margin);

// The tactic of the position: the same best move, by the margin, for a search of half of the nodes and of
// all, and not for a shallow one. Most positions are dismissed by smaller searches. It depends on the position alone.
std::optional<Tactic> find_tactic(const Position& position, std::uint64_t nodes, Searcher& searcher);

}  // namespace oknos::lab
