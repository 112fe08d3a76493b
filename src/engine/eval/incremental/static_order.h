#pragma once

#include <array>

#include "engine/base/piece_values.h"
#include "engine/chess/movegen.h"
#include "engine/eval/incremental/evaluation.h"

// An order of moves that depends on the position alone: what a search needs whose value must not depend on what was
// searched before.
namespace oknos::eval {

// By falling worth; moves of one worth stay as they were generated.
template <class Worth>
void sort_moves(MoveList& list, Worth worth) {
  std::array<int, kMaxMoves> worths;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Move m = list[i];
    const int w = worth(m);
    std::size_t to = i;
    for (; to > 0 && worths[to - 1] < w; --to) {
      list[to] = list[to - 1];
      worths[to] = worths[to - 1];
    }
    list[to] = m;
    worths[to] = w;
  }
}

// The legal captures and promotions by what they win, then by the least valuable mover.
inline MoveList tactical_in_static_order(const Position& position) {
  constexpr int kVictimWeight = 16;  // any victim outweighs every mover
  MoveList list;
  generate<MoveGen::Captures>(position, list);
  sort_moves(list, [&](Move m) {
    return gain(position, m).value() * kVictimWeight - piece_value(position.piece_on(m.from())).value();
  });
  return list;
}

// The same; with `quiets` after them the quiet moves by the psqt they reach. `incremental` belongs to `position`.
inline MoveList in_static_order(const Position& position, const Incremental& incremental, bool quiets) {
  MoveList list = tactical_in_static_order(position);
  if (!quiets) return list;
  const Color us = position.side_to_move();
  MoveList rest;
  generate<MoveGen::Quiets>(position, rest);
  sort_moves(rest, [&](Move m) { return incremental.after(position, m).psqt(us).value(); });
  for (const Move m : rest) list.push_back(m);
  return list;
}

}  // namespace oknos::eval
