#pragma once

#include "engine/eval/terms/attack_map.h"

// What `us` threatens to win or to hinder.
namespace oknos::eval {

namespace detail {

template <class Counter>
void count_victims(const Position& p, Bitboard victims, Group g, int first, Counter& own) {
  for_each_square(victims, [&](Square s) { own.add(g, index(type_of(p.piece_on(s))) - first); });
}

template <Color us, class Counter>
void count_pawn_threats(const View& v, Bitboard pieces, Counter& own) {
  constexpr Color them = ~us;
  const Position& p = v.position;
  const AttackMap& map = v.map;
  const Bitboard safe = ~map.all[at(them)] | map.all[at(us)];
  const Bitboard pawns = p.pieces(us, PieceType::Pawn);
  count_victims(p, attacks::pawns(us, pawns & safe) & pieces, Group::ThreatByPawn, index(PieceType::Knight), own);

  const Bitboard empty = ~p.pieces();
  const Bitboard once = shift_forward(us, pawns) & empty;
  const Bitboard twice = shift_forward(us, once & relative_rank_mask(us, Rank::R3)) & empty;
  const Bitboard steps = (once | twice) & safe & ~map.of(them, PieceType::Pawn);
  own.add(Group::ThreatByPawnPush, 0, popcount(attacks::pawns(us, steps) & pieces));
}

template <Color us, class Counter>
void count_threats_to_queen(const View& v, Bitboard guarded, Counter& own) {
  const Position& p = v.position;
  const AttackMap& map = v.map;
  const Bitboard queen = p.pieces(~us, PieceType::Queen);
  if (!queen || more_than_one(queen)) return;
  const Square s = lowest(queen);
  const Bitboard safe = map.mobility_area[at(us)] & ~guarded & ~p.pieces(us, PieceType::Pawn);
  const Bitboard knight = map.of(us, PieceType::Knight) & attacks::knight(s) & safe;
  own.add(Group::ThreatKnightOnQueen, 0, popcount(knight));
  const Bitboard sliders = (map.of(us, PieceType::Bishop) & attacks::bishop(s, p.pieces())) |
                           (map.of(us, PieceType::Rook) & attacks::rook(s, p.pieces()));
  own.add(Group::ThreatSliderOnQueen, 0, popcount(sliders & safe & map.twice[at(us)]));
}

}  // namespace detail

template <Color us, class Counter>
void count_threats(const View& v, Counter& own) {
  constexpr Color them = ~us;
  const Position& p = v.position;
  const AttackMap& map = v.map;
  const Bitboard men = p.pieces(them) & ~p.pieces(PieceType::King);
  const Bitboard pieces = men & ~p.pieces(PieceType::Pawn);
  // Guarded by a pawn, or twice where we attack once.
  const Bitboard guarded = map.of(them, PieceType::Pawn) | (map.twice[at(them)] & ~map.twice[at(us)]);
  const Bitboard weak = men & ~guarded & map.all[at(us)];
  const Bitboard targets = (pieces & guarded) | weak;

  if (targets) {
    const Bitboard minors = map.of(us, PieceType::Knight) | map.of(us, PieceType::Bishop);
    detail::count_victims(p, targets & minors, Group::ThreatByMinor, 0, own);
    detail::count_victims(p, weak & map.of(us, PieceType::Rook), Group::ThreatByRook, 0, own);
    if (weak & map.of(us, PieceType::King)) own.add(Group::ThreatByKing);
    own.add(Group::ThreatHanging, 0, popcount(weak & (~map.all[at(them)] | (pieces & map.twice[at(us)]))));
    own.add(Group::ThreatOnlyQueenGuards, 0, popcount(weak & map.of(them, PieceType::Queen)));
  }
  own.add(Group::ThreatRestricted, 0, popcount(map.all[at(them)] & ~guarded & map.all[at(us)]));
  detail::count_pawn_threats<us>(v, pieces, own);
  detail::count_threats_to_queen<us>(v, guarded, own);
}

}  // namespace oknos::eval
