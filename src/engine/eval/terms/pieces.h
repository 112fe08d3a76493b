#pragma once

#include "engine/eval/terms/attack_map.h"

// Mobility, and where the pieces stand. This pass fills the attack map.
namespace oknos::eval {

namespace detail {

inline constexpr std::array<Group, AttackMap::kAttackers> kMobilityGroups = {
    Group::KnightMobility, Group::BishopMobility, Group::RookMobility, Group::QueenMobility};

// Sliders look through queens, and rooks through each other: they stand behind one another on purpose.
template <Color us, PieceType t>
Bitboard attacks_through_friends(const Position& p, Square s) {
  if constexpr (t == PieceType::Knight) return attacks::knight(s);
  if constexpr (t == PieceType::Bishop) return attacks::bishop(s, p.pieces() ^ p.pieces(PieceType::Queen));
  if constexpr (t == PieceType::Rook)
    return attacks::rook(s, p.pieces() ^ p.pieces(PieceType::Queen) ^ p.pieces(us, PieceType::Rook));
  return attacks::queen(s, p.pieces());
}

template <Color us, PieceType t, class Counter>
void count_minor(const View& v, Square s, Bitboard attacks, Counter& own) {
  constexpr bool kKnight = t == PieceType::Knight;
  const Position& p = v.position;
  const Bitboard middle =
      relative_rank_mask(us, Rank::R4) | relative_rank_mask(us, Rank::R5) | relative_rank_mask(us, Rank::R6);
  const Bitboard outposts = middle & ~v.pawns.attack_span[at(~us)];
  const Bitboard defended = v.map.of(us, PieceType::Pawn);
  if (contains(outposts, s))
    own.add(kKnight ? Group::KnightOutpost : Group::BishopOutpost, contains(defended, s) ? 1 : 0);
  else if (kKnight && (attacks & outposts & defended & ~p.pieces(us)))
    own.add(Group::KnightReachesOutpost);
  if (contains(shift_backward(us, p.pieces(PieceType::Pawn)), s)) own.add(Group::MinorBehindPawn);
  own.add(kKnight ? Group::KnightFromKing : Group::BishopFromKing, 0, distance(s, v.map.king[at(us)]));
}

template <Color us, class Counter>
void count_bishop(const View& v, Square s, Counter& own) {
  constexpr int kMaxBlocked = 3;
  const Position& p = v.position;
  const Bitboard ours = p.pieces(us, PieceType::Pawn);
  const Bitboard blocked = ours & shift_backward(us, p.pieces()) & kMiddleFiles;
  own.add(Group::BishopPawns, std::min(popcount(blocked), kMaxBlocked), popcount(ours & squares_of_colour(s)));
  own.add(Group::BishopEnemyPawns, 0, popcount(attacks::bishop_lines(s) & p.pieces(~us, PieceType::Pawn)));
  if (more_than_one(attacks::bishop(s, p.pieces(PieceType::Pawn)) & kCentre)) own.add(Group::BishopLongDiagonal);
}

template <Color us, class Counter>
void count_rook(const View& v, Square s, int mobility, Counter& own) {
  constexpr int kTrapped = 3;  // squares
  const Position& p = v.position;
  const Bitboard file = file_mask(file_of(s));
  const Bitboard theirs = p.pieces(~us, PieceType::Pawn);
  if (const Bitboard ours = p.pieces(us, PieceType::Pawn) & file) {
    if (ours & shift_backward(us, p.pieces())) own.add(Group::RookBlocked);
    const File king = file_of(v.map.king[at(us)]);
    const bool shut_in = (king < File::E) == (file_of(s) < king);
    if (mobility <= kTrapped && shut_in) {
      const bool may_castle = p.may_castle(us, CastlingSide::King) || p.may_castle(us, CastlingSide::Queen);
      own.add(Group::RookTrapped, may_castle ? 0 : 1);
    }
  } else {
    own.add(Group::RookOnFile, theirs & file ? 0 : 1);
  }
  const bool targets =
      (theirs & relative_rank_mask(us, Rank::R7)) || relative_rank(us, v.map.king[at(~us)]) == Rank::R8;
  if (relative_rank(us, s) == Rank::R7 && targets) own.add(Group::RookOnSeventh);
}

template <Color us, class Counter>
void count_queen(const View& v, Square s, Counter& own) {
  const Position& p = v.position;
  const Bitboard sliders = (attacks::rook_lines(s) & p.pieces(~us, PieceType::Rook)) |
                           (attacks::bishop_lines(s) & p.pieces(~us, PieceType::Bishop));
  bool exposed = false;
  for_each_square(sliders, [&](Square slider) {
    const Bitboard between = attacks::between(s, slider) & p.pieces();
    exposed |= between && !more_than_one(between);
  });
  if (exposed) own.add(Group::QueenExposed);
}

template <Color us, PieceType t, class Counter>
void count_type(const View& v, Counter& own) {
  constexpr auto kType = static_cast<std::size_t>(index(t) - index(PieceType::Knight));
  const Position& p = v.position;
  for_each_square(p.pieces(us, t), [&](Square s) {
    Bitboard attacks = attacks_through_friends<us, t>(p, s);
    if (contains(v.map.pinned[at(us)], s)) attacks &= attacks::line(v.map.king[at(us)], s);
    v.map.add<us>(t, attacks);
    if (attacks & v.map.ring[at(~us)]) {
      ++v.map.attackers[at(~us)][kType];
      v.map.ring_attacks[at(~us)] += popcount(attacks & v.map.of(~us, PieceType::King));
    }
    const int mobility = popcount(attacks & v.map.mobility_area[at(us)]);
    own.add(kMobilityGroups[kType], mobility);
    if constexpr (t == PieceType::Knight || t == PieceType::Bishop) count_minor<us, t>(v, s, attacks, own);
    if constexpr (t == PieceType::Bishop) count_bishop<us>(v, s, own);
    if constexpr (t == PieceType::Rook) count_rook<us>(v, s, mobility, own);
    if constexpr (t == PieceType::Queen) count_queen<us>(v, s, own);
  });
}

}  // namespace detail

template <Color us, class Counter>
void count_pieces(const View& v, Counter& own) {
  constexpr int kUsualPawns = 5;  // with more, knights gain and rooks lose
  const Position& p = v.position;
  detail::count_type<us, PieceType::Knight>(v, own);
  detail::count_type<us, PieceType::Bishop>(v, own);
  detail::count_type<us, PieceType::Rook>(v, own);
  detail::count_type<us, PieceType::Queen>(v, own);
  const int pawns = popcount(p.pieces(us, PieceType::Pawn)) - kUsualPawns;
  own.add(Group::KnightPawnCount, 0, popcount(p.pieces(us, PieceType::Knight)) * pawns);
  own.add(Group::RookPawnCount, 0, popcount(p.pieces(us, PieceType::Rook)) * pawns);
  const Bitboard bishops = p.pieces(us, PieceType::Bishop);
  if ((bishops & kLightSquares) && (bishops & ~kLightSquares)) own.add(Group::BishopPair);
}

}  // namespace oknos::eval
