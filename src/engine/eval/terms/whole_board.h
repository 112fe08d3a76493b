#pragma once

#include "engine/eval/terms/attack_map.h"

// Terms of no piece in particular: space, the move, and how easily an ending is won.
namespace oknos::eval {

// Room behind the pawns matters as long as there are pieces to use it, the more the more are left.
template <Color us, class Counter>
void count_space(const View& v, Counter& own) {
  constexpr int kEnoughPieces = 12;  // weight
  constexpr int kMenWithoutUse = 3;
  constexpr int kShare = 8;
  if (v.weight < kEnoughPieces) return;
  const Position& p = v.position;
  const Bitboard pawns = p.pieces(us, PieceType::Pawn);
  const Bitboard area = kMiddleFiles & (relative_rank_mask(us, Rank::R2) | relative_rank_mask(us, Rank::R3) |
                                        relative_rank_mask(us, Rank::R4));
  const Bitboard safe = area & ~pawns & ~v.map.of(~us, PieceType::Pawn);
  Bitboard behind = pawns | shift_backward(us, pawns);
  behind |= shift_backward(us, shift_backward(us, behind));
  const int squares = popcount(safe) + popcount(safe & behind & ~v.map.all[at(~us)]);
  const int blocked = popcount(pawns & shift_backward(us, p.pieces(PieceType::Pawn)));
  const int use = popcount(p.pieces(us)) - kMenWithoutUse + blocked;
  own.add(Group::Space, 0, squares * std::max(use, 0) / kShare);
}

template <Color us, class Counter>
void count_tempo(const View& v, Counter& own) {
  if (v.position.side_to_move() == us) own.add(Group::Tempo);
}

// One number for both sides.
template <class Counter>
void count_winnable(const View& v, Counter& white) {
  const Position& p = v.position;
  const Square king = v.map.king[at(Color::White)];
  const Square other = v.map.king[at(Color::Black)];
  const Bitboard pawns = p.pieces(PieceType::Pawn);
  const bool both_wings = (pawns & kQueenWing) && (pawns & kKingWing);
  const int outflanking = file_distance(king, other) - rank_distance(king, other);
  white.add(Group::WinnableBase);
  white.add(Group::WinnablePawn, 0, popcount(pawns));
  white.add(Group::WinnablePassed, 0, popcount(v.pawns.passed[0] | v.pawns.passed[1]));
  white.add(Group::WinnableOutflanking, 0, outflanking);
  if (both_wings) white.add(Group::WinnableBothWings);
  if (rank_of(king) >= Rank::R5 || rank_of(other) <= Rank::R4) white.add(Group::WinnableInfiltration);
  if (v.weight == 0) white.add(Group::WinnablePawnEnding);
  if (outflanking < 0 && !both_wings) white.add(Group::WinnableOneWing);
}

}  // namespace oknos::eval
