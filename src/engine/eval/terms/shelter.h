#pragma once

#include <array>

#include "engine/eval/terms/geometry.h"
#include "engine/eval/terms/pawns.h"

// The pawns before a king. Depends on the pawns and the king's square alone, so that the pawn table can keep it.
namespace oknos::eval {

// One of the three files at the king. Ranks are relative, of the nearest pawn that is not behind the king; 0: none.
struct ShelterFile {
  int edge;  // files to the edge of the board
  int own_rank;
  int enemy_rank;
};

template <Color us>
std::array<ShelterFile, 3> shelter_files(const Position& position, Square king) {
  const Bitboard relevant = position.pieces(PieceType::Pawn) & ~ranks_ahead(~us, king);
  const int middle = std::clamp(index(file_of(king)), index(File::B), index(File::G));
  std::array<ShelterFile, 3> out;
  for (int i = 0; i < 3; ++i) {
    const auto file = static_cast<File>(middle - 1 + i);
    const auto rank = [&](Bitboard pawns) { return pawns ? index(relative_rank(us, hindmost(us, pawns))) : 0; };
    const Bitboard pawns = relevant & file_mask(file);
    out[static_cast<std::size_t>(i)] = {edge_distance(file), rank(pawns & position.pieces(us)),
                                        rank(pawns & position.pieces(~us))};
  }
  return out;
}

template <Color us, class Counter>
void count_shelter(const Position& position, Square king, Counter& own) {
  for (const ShelterFile& f : shelter_files<us>(position, king)) {
    own.add(Group::Shelter, f.edge * kRanks + f.own_rank);
    if (!f.enemy_rank) continue;
    if (f.own_rank && f.enemy_rank == f.own_rank + 1)
      own.add(Group::StormBlocked, f.enemy_rank);
    else
      own.add(Group::Storm, f.edge * kRanks + f.enemy_rank);
  }
  const Bitboard pawns = position.pieces(PieceType::Pawn);
  const Bitboard ours = position.pieces(us, PieceType::Pawn);
  const Bitboard file = file_mask(file_of(king));
  if (!(ours & file)) own.add(Group::KingFile, pawns & file ? 0 : 1);
  if (!(pawns & (contains(kQueenWing, king) ? kQueenWing : kKingWing))) own.add(Group::PawnlessFlank);
  int nearest = kRanks;
  for_each_square(ours, [&](Square s) { nearest = std::min(nearest, distance(king, s)); });
  if (ours) own.add(Group::KingFromPawns, 0, nearest);
}

template <Color us, class Counter>
void count_shelter_danger(const Position& position, Square king, Counter& own) {
  for (const ShelterFile& f : shelter_files<us>(position, king)) {
    own.add(Group::DangerShelter, f.own_rank);
    own.add(Group::DangerStorm, f.enemy_rank);
  }
}

}  // namespace oknos::eval
