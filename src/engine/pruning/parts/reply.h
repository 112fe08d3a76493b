#pragma once

#include <algorithm>

#include "engine/eval/bounds/bounds.h"
#include "engine/pruning/parts/conventions.h"

namespace oknos::pruning {

// A worth in material alone is compared with what is won in material.
template <class G>
eval::Counted counted_by(const G& guards, Estimate estimate) {
  return {.promotions = guards(Guard::Promotion),
          .en_passant = guards(Guard::EnPassant),
          .psqt = estimate != Estimate::Material};
}

// The most that one move of `side` can win at once in this position, as the preset counts it: with the estimate
// `bounds` psqt included, so never too little. Not below 0, since a side need not make the move (it stands pat or makes
// a null move). `depth` is that at which the move is searched: at the horizon there are captures and promotions only.
// `enough`: what is above it need not be known exactly. In centipawns.
//
// The bound on the positional part may grow by that move, since men leave the board; with `bounds` that is part of the
// win, victim by victim, so callers use W as it is before the move.
template <class G>
Score best_win(const NodeContext& node, const eval::Incremental& incremental, Color side, Depth depth,
               const Conventions& conventions, const G& guards, Score enough = kInfinite) {
  const Position& position = node.position;
  const bool bounds = conventions.estimate == Estimate::Bounds;
  eval::Counted counted = counted_by(guards, conventions.estimate);
  counted.quiets = depth > Depth{0};
  counted.width = bounds && node.positional == kNoScore;
  if (conventions.reply == Reply::Exact) return eval::max_eval_gain(position, incremental, side, enough, counted);
  Score win = conventions.reply == Reply::Attacked ? eval::attacked_victim(position, ~side, counted)
                                                   : eval::victims(position, ~side).first;
  if (counted.promotions) win += eval::promotion_gain(position, side);
  if (bounds) win += eval::max_psqt_gain(position, incremental, side) + node.positional_growth();
  return win;
}

// What promotion wins if `side` has a pawn on its 7th, blocked or not: a move may unblock it.
template <class G>
Score promotion_threat(const Position& position, Color side, const G& guards) {
  const Bitboard on_seventh = position.pieces(side, PieceType::Pawn) & relative_rank_mask(side, Rank::R7);
  if (!guards(Guard::Promotion) || !on_seventh) return Score{0};
  return piece_value(PieceType::Queen) - piece_value(PieceType::Pawn);
}

}  // namespace oknos::pruning
