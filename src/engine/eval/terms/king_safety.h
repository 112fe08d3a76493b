#pragma once

#include "engine/eval/terms/attack_map.h"
#include "engine/eval/terms/shelter.h"

// How much the king is in danger: units from many sources, whose square is the penalty (trace.h). Nothing is counted
// before enough pieces attack the ring.
namespace oknos::eval {

namespace detail {

inline constexpr Bitboard kRingWingFiles = kFileA | kFileA << 1 | kFileA << 2;  // files a to c

// The files on which an attack on the king comes.
constexpr Bitboard attack_files(Square king) {
  const File f = file_of(king);
  if (f <= File::C) return kRingWingFiles | kFileA << 3;
  if (f >= File::F) return kRingWingFiles << 5 | kFileA << 4;
  return kMiddleFiles;
}

template <Color us>
constexpr Bitboard camp() {  // our half and one rank more
  return us == Color::White ? ~Bitboard{0} >> 24 : ~Bitboard{0} << 24;
}

template <Color us, class Counter>
void count_checks(const View& v, Bitboard weak, Counter& own) {
  constexpr Color them = ~us;
  const Position& p = v.position;
  const AttackMap& map = v.map;
  const Square king = map.king[at(us)];
  const Bitboard safe = ~p.pieces(them) & (~map.all[at(us)] | (weak & map.twice[at(them)]));
  const Bitboard occupied = p.pieces() ^ p.pieces(us, PieceType::Queen);
  const Bitboard straight = attacks::rook(king, occupied);
  const Bitboard diagonal = attacks::bishop(king, occupied);
  Bitboard unsafe = 0;
  const auto report = [&](PieceType t, Bitboard checks, Bitboard good) {
    constexpr int kEach = 2;  // one check, more than one
    const int n = (index(t) - index(PieceType::Knight)) * kEach;
    if (good)
      own.add(Group::DangerSafeCheck, n + (more_than_one(good) ? 1 : 0));
    else
      unsafe |= checks;
  };
  const Bitboard rook = straight & map.of(them, PieceType::Rook);
  report(PieceType::Rook, rook, rook & safe);
  const Bitboard queen = (straight | diagonal) & map.of(them, PieceType::Queen) & safe & ~map.of(us, PieceType::Queen) &
                         ~rook;  // where a rook can check, it will
  if (queen) report(PieceType::Queen, queen, queen);
  const Bitboard bishop = diagonal & map.of(them, PieceType::Bishop);
  report(PieceType::Bishop, bishop, bishop & safe & ~queen);
  const Bitboard knight = attacks::knight(king) & map.of(them, PieceType::Knight);
  report(PieceType::Knight, knight, knight & safe);
  own.add(Group::DangerUnsafeCheck, 0, popcount(unsafe));
}

}  // namespace detail

template <Color us, class Counter>
void count_castling(const View& v, Counter& own) {
  const Position& p = v.position;
  const int rights = (p.may_castle(us, CastlingSide::King) ? 1 : 0) + (p.may_castle(us, CastlingSide::Queen) ? 1 : 0);
  if (rights) own.add(Group::CastlingRight, 0, rights);
}

// Whether anything but `count_castling` and the shelter is counted for this king.
template <Color us>
bool is_attacked(const View& v) {
  int attackers = 0;
  for (const int n : v.map.attackers[at(us)]) attackers += n;
  return attackers > (v.position.pieces(~us, PieceType::Queen) ? 0 : 1);
}

// Precondition: is_attacked. The danger from the shelter is the caller's business.
template <Color us, class Counter>
void count_danger(const View& v, Counter& own) {
  constexpr Color them = ~us;
  constexpr int kMaxAttackers = 5;
  const Position& p = v.position;
  const AttackMap& map = v.map;
  own.add(Group::DangerBase);
  int attackers = 0;
  for (int t = 0; t < AttackMap::kAttackers; ++t) {
    const int n = map.attackers[at(us)][static_cast<std::size_t>(t)];
    own.add(Group::DangerAttacker, t, n);
    attackers += n;
  }
  own.add(Group::DangerAttackers, std::min(attackers, kMaxAttackers));
  own.add(Group::DangerRing, 0, map.ring_attacks[at(us)]);

  const Bitboard held_by_great = map.of(us, PieceType::King) | map.of(us, PieceType::Queen);
  const Bitboard weak = map.all[at(them)] & ~map.twice[at(us)] & (~map.all[at(us)] | held_by_great);
  own.add(Group::DangerWeakSquare, 0, popcount(map.ring[at(us)] & weak));
  detail::count_checks<us>(v, weak, own);

  own.add(Group::DangerBlocker, 0, popcount(map.pinned[at(us)]));
  const Bitboard flank = detail::attack_files(map.king[at(us)]) & detail::camp<us>();
  own.add(Group::DangerFlank, 0, popcount(flank & map.all[at(them)]));
  own.add(Group::DangerFlankTwice, 0, popcount(flank & map.twice[at(them)]));
  own.add(Group::DangerFlankDefended, 0, popcount(flank & map.all[at(us)]));
  if (!p.pieces(them, PieceType::Queen)) own.add(Group::DangerNoQueen);
  if (map.of(us, PieceType::Knight) & map.ring[at(us)]) own.add(Group::DangerDefender, 0);
  if (map.of(us, PieceType::Bishop) & map.ring[at(us)]) own.add(Group::DangerDefender, 1);
}

}  // namespace oknos::eval
