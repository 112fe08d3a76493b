#pragma once

#include <algorithm>

#include "engine/eval/bounds/bounds.h"
#include "engine/pruning/parts/conventions.h"

namespace oknos::pruning {

// With the estimate `material`, gains are counted in material too.
template <class G>
eval::Counted counted_by(const G& guards, Estimate estimate) {
  return {.promotions = guards(Guard::Promotion),
          .en_passant = guards(Guard::EnPassant),
          .psqt = estimate != Estimate::Material};
}

// An upper bound, as the conventions count it, on the gain of one move of `side`, in centipawns; with the estimate
// `bounds` it includes psqt and is never too low. At least 0, because a side may stand pat or pass instead. `depth`:
// depth of that move; in quiescence only captures and promotions count. `enough`: gains above it need not be exact.
//
// The move may increase W, because a capture removes material. With `bounds` that increase is part of the result, so
// callers add W of the position before the move.
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

// The gain of a promotion if `side` has a pawn on its 7th rank, even a blocked one, which a move may unblock.
template <class G>
Score promotion_threat(const Position& position, Color side, const G& guards) {
  const Bitboard on_seventh = position.pieces(side, PieceType::Pawn) & relative_rank_mask(side, Rank::R7);
  if (!guards(Guard::Promotion) || !on_seventh) return Score{0};
  return piece_value(PieceType::Queen) - piece_value(PieceType::Pawn);
}

}  // namespace oknos::pruning
