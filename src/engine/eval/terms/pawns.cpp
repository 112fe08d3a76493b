#include "engine/eval/terms/pawns.h"

#include "engine/eval/terms/geometry.h"

namespace oknos::eval {

namespace {

// One pawn and the pawns round it.
template <Color us>
struct PawnView {
  Bitboard neighbours;  // own pawns on the next files
  Bitboard support;     // own pawns that defend it
  bool phalanx;
  bool doubled;  // an own pawn ahead
  bool opposed;  // an enemy pawn ahead on its file
  Bitboard stoppers;
  bool backward;

  PawnView(Bitboard ours, Bitboard theirs, Square s) {
    const Square ahead = offset(s, pawn_push(us));
    neighbours = ours & next_files(s);
    support = ours & attacks::pawn(~us, s);
    phalanx = neighbours & rank_mask(rank_of(s));
    doubled = ours & file_ahead(us, s);
    opposed = theirs & file_ahead(us, s);
    stoppers = theirs & passed_span(us, s);
    const bool held_back = theirs & (bit(ahead) | attacks::pawn(us, ahead));
    backward = held_back && !(neighbours & ranks_ahead(~us, ahead));
  }
  bool passed() const { return !stoppers && !doubled; }
  // No enemy pawn on its file, and as many helpers beside and behind it as there are enemies to exchange.
  bool candidate(Square s) const {
    if (opposed || doubled) return false;
    const Bitboard helpers = neighbours & ~ranks_ahead(us, s);
    return popcount(helpers) >= popcount(stoppers);
  }
};

template <Color us, class Counter>
void count_pawn(const PawnView<us>& pawn, Square s, Counter& own) {
  const int rank = index(relative_rank(us, s));
  const int half_open = pawn.opposed ? 0 : 1;
  if (pawn.support) own.add(Group::PawnSupported, rank, popcount(pawn.support));
  if (pawn.phalanx) own.add(Group::PawnPhalanx, rank);
  if (pawn.doubled) own.add(Group::PawnDoubled);
  if (!pawn.neighbours) {
    own.add(Group::PawnIsolated, half_open);
    if (pawn.doubled) own.add(Group::PawnIsolatedDoubled);
  } else if (pawn.backward) {
    own.add(Group::PawnBackward, half_open);
  }
  if (pawn.passed())
    own.add(Group::PawnPassed, rank);
  else if (pawn.candidate(s))
    own.add(Group::PawnCandidate, rank);
}

}  // namespace

template <Color us, class Counter>
void count_pawns(const Position& position, PawnSets& sets, Counter& own) {
  const Bitboard ours = position.pieces(us, PieceType::Pawn);
  const Bitboard theirs = position.pieces(~us, PieceType::Pawn);
  sets.passed[at(us)] = 0;
  sets.attack_span[at(us)] = fill_forward(us, attacks::pawns(us, ours));
  for_each_square(ours, [&](Square s) {
    const PawnView<us> pawn(ours, theirs, s);
    if (pawn.passed()) sets.passed[at(us)] |= bit(s);
    count_pawn<us>(pawn, s, own);
  });
}

template void count_pawns<Color::White>(const Position&, PawnSets&, TraceCounter&);
template void count_pawns<Color::Black>(const Position&, PawnSets&, TraceCounter&);

void PawnEntry::fill(const Position& position) {
  Sum white, black;
  count_pawns<Color::White>(position, sets, white);
  count_pawns<Color::Black>(position, sets, black);
  key = position.pawn_key();
  value = white.value - black.value;
  for (Shelter& s : shelter) s.king = Square::None;
}

}  // namespace oknos::eval
