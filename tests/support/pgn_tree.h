#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "lab/formats/pgn.h"

// The tree of a game's moves, for tests and fuzz targets.
namespace oknos::test {

inline Position position_after(const pgn::Game& game, pgn::NodeIndex node) {
  std::vector<Move> moves;
  for (pgn::NodeIndex n = node; n != pgn::kRoot; n = game.nodes[n].parent) moves.push_back(game.nodes[n].move);
  std::reverse(moves.begin(), moves.end());
  Position position = game.start;
  for (const Move m : moves) position.play(m);
  return position;
}

// The same moves, comments and marks in the same places?
inline bool same_tree(const pgn::Game& a, const pgn::Game& b) {
  std::vector<std::pair<pgn::NodeIndex, pgn::NodeIndex>> open = {{pgn::kRoot, pgn::kRoot}};
  while (!open.empty()) {
    const auto [i, j] = open.back();
    open.pop_back();
    if ((i == pgn::kNoNode) != (j == pgn::kNoNode)) return false;
    if (i == pgn::kNoNode) continue;
    const pgn::Node& x = a.nodes[i];
    const pgn::Node& y = b.nodes[j];
    if (x.move != y.move || x.comment_before != y.comment_before || x.comment != y.comment || x.nags != y.nags)
      return false;
    open.emplace_back(x.first_child, y.first_child);
    open.emplace_back(x.next_sibling, y.next_sibling);
  }
  return true;
}

}  // namespace oknos::test
