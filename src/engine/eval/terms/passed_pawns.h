#pragma once

#include "engine/eval/terms/attack_map.h"

// What helps a passed pawn on its way, and what is in it.
namespace oknos::eval {

namespace detail {

// Rooks and queens behind the pawn that see it.
template <Color us>
Bitboard behind_pawn(const Position& p, Square s) {
  const Bitboard heavy = p.pieces(PieceType::Rook, PieceType::Queen) & file_ahead(~us, s);
  return heavy ? heavy & attacks::rook(s, p.pieces()) : 0;
}

// The enemy has no piece, and his king comes too late.
template <Color us>
bool is_unstoppable(const View& v, Square s) {
  const Position& p = v.position;
  const Bitboard path = file_ahead(us, s);
  if (p.has_pieces(~us) || (path & p.pieces())) return false;
  const Square goal = lowest(path & relative_rank_mask(us, Rank::R8));
  const int double_step = relative_rank(us, s) == Rank::R2 ? 1 : 0;
  const int steps = index(Rank::R8) - index(relative_rank(us, s)) - double_step;
  const int first = p.side_to_move() == us ? 0 : 1;
  return distance(v.map.king[at(~us)], goal) - first > steps;
}

template <Color us, class Counter>
void count_path(const View& v, Square s, Counter& own) {
  constexpr Color them = ~us;
  const Position& p = v.position;
  const int rank = index(relative_rank(us, s));
  const Bitboard path = file_ahead(us, s);
  const Bitboard step = shift_forward(us, bit(s));
  const Bitboard behind = behind_pawn<us>(p, s);
  if (behind & p.pieces(us)) own.add(Group::PassedRookBehind);
  if (behind & p.pieces(them)) own.add(Group::PassedEnemyBehind);

  if (step & p.pieces(them)) own.add(Group::PassedBlocked, rank);
  if (!(path & p.pieces())) own.add(Group::PassedFree, rank);
  const Bitboard unsafe = behind & p.pieces(them) ? path : path & (v.map.all[at(them)] | p.pieces(them));
  if (!unsafe)
    own.add(Group::PassedSafePath, rank);
  else if (!(step & (unsafe | p.pieces())))
    own.add(Group::PassedSafeStep, rank);
  if ((step & v.map.all[at(us)]) || (behind & p.pieces(us))) own.add(Group::PassedSupported, rank);
}

}  // namespace detail

template <Color us, class Counter>
void count_passed_pawns(const View& v, Counter& own) {
  constexpr int kFar = 5;  // king's moves: further away makes no difference
  bool unstoppable = false;
  for_each_square(v.pawns.passed[at(us)], [&](Square s) {
    const int rank = index(relative_rank(us, s));
    const Square step = offset(s, pawn_push(us));
    own.add(Group::PassedOwnKing, rank, std::min(distance(v.map.king[at(us)], step), kFar));
    own.add(Group::PassedEnemyKing, rank, std::min(distance(v.map.king[at(~us)], step), kFar));
    own.add(Group::PassedFromEdge, 0, edge_distance(file_of(s)));
    detail::count_path<us>(v, s, own);
    unstoppable |= detail::is_unstoppable<us>(v, s);
  });
  if (unstoppable) own.add(Group::PassedUnstoppable);
}

}  // namespace oknos::eval
