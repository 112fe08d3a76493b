#include "engine/eval/endings/kpk.h"

#include <array>

#include "engine/chess/attacks.h"

// Retrograde analysis: what is decided at once is marked, and then each position looks at those it can move to, until
// nothing changes. Wins only: what is never marked is a draw. The bare king's squares are bits of one word, so that 64
// positions are asked at once. A pawn only goes forward; so its squares are settled one by one, from the 7th rank down.
// https://www.chessprogramming.org/Retrograde_Analysis
namespace oknos::eval {

namespace {

constexpr Color kWhite = Color::White;
constexpr int kPawnFiles = 4;  // the others are their mirror images

// The squares next to any of the set.
constexpr Bitboard neighbours(Bitboard b) {
  const Bitboard beside = shift_east(b) | shift_west(b);
  const Bitboard row = b | beside;
  return beside | row << 8 | row >> 8;
}

class Bitbase {
 public:
  Bitbase() {
    for (int rank = index(Rank::R7); rank >= index(Rank::R2); --rank)
      for (int file = 0; file < kPawnFiles; ++file)
        settle(make_square(static_cast<File>(file), static_cast<Rank>(rank)));
  }
  bool is_won(Square king, Square pawn, Square other, Color side) const {
    return contains(side == kWhite ? white_[at(pawn)][at(king)] : black_[at(pawn)][at(king)], other);
  }

 private:
  // By the pawn's square and its king's: where the other king stands when it is won.
  using Won = std::array<std::array<Bitboard, kSquares>, kSquares>;
  static std::size_t at(Square s) { return static_cast<std::size_t>(index(s)); }

  void settle(Square pawn) {
    for (bool changed = true; changed;) {
      changed = false;
      for (int s = 0; s < kSquares; ++s) {
        const Square king = square_at(s);
        if (king == pawn) continue;
        const Bitboard white = white_wins(king, pawn);
        changed |= white != white_[at(pawn)][at(king)];
        white_[at(pawn)][at(king)] = white;
        const Bitboard black = black_loses(king, pawn);
        changed |= black != black_[at(pawn)][at(king)];
        black_[at(pawn)][at(king)] = black;
      }
    }
  }

  // A move of the king or of the pawn leads to a won position.
  Bitboard white_wins(Square king, Square pawn) const {
    Bitboard won = push_wins(king, pawn);
    for_each_square(attacks::king(king) & ~bit(pawn), [&](Square to) { won |= black_[at(pawn)][at(to)]; });
    return won & ~(attacks::king(king) | bit(king) | bit(pawn) | attacks::pawn(kWhite, pawn));
  }

  Bitboard push_wins(Square king, Square pawn) const {
    const Square to = offset(pawn, pawn_push(kWhite));
    if (to == king) return 0;
    if (rank_of(to) == Rank::R8) return promotion_wins(king, to);
    Bitboard won = black_[at(to)][at(king)];
    const Square twice = offset(to, pawn_push(kWhite));
    if (rank_of(pawn) == Rank::R2 && twice != king) won |= black_[at(twice)][at(king)];
    return won & ~bit(to);
  }

  // The new piece stays, and the other king is not stalemated; a rook then mates as well as a queen.
  static Bitboard promotion_wins(Square king, Square to) {
    const Bitboard defended = attacks::king(king);
    const Bitboard taken = contains(defended, to) ? 0 : attacks::king(to);
    const Bitboard occupied = bit(king) | bit(to);  // the bare king does not hide behind itself
    Bitboard won = 0;
    for (const Bitboard seen : {attacks::queen(to, occupied), attacks::rook(to, occupied)})
      won |= seen | neighbours(~(defended | bit(king) | seen | bit(to)));  // check, or somewhere to go
    return won & ~(taken | bit(to));
  }

  // Every move of the bare king leads to a won position, and there is one.
  Bitboard black_loses(Square king, Square pawn) const {
    const Bitboard taboo = attacks::king(king) | bit(king);
    const Bitboard allowed = ~(taboo | attacks::pawn(kWhite, pawn));
    const Bitboard holds = allowed & ~white_[at(pawn)][at(king)];  // taking the pawn is one of these
    return neighbours(allowed) & ~neighbours(holds) & ~(taboo | bit(pawn));
  }

  Won white_{};  // White to move
  Won black_{};
};

constexpr Square mirror_file(Square s) {
  return make_square(static_cast<File>(kFiles - 1 - index(file_of(s))), rank_of(s));
}

}  // namespace

bool white_wins_kpk(Square white_king, Square pawn, Square black_king, Color side_to_move) {
  static const Bitbase bitbase;
  if (file_of(pawn) < static_cast<File>(kPawnFiles)) return bitbase.is_won(white_king, pawn, black_king, side_to_move);
  return bitbase.is_won(mirror_file(white_king), mirror_file(pawn), mirror_file(black_king), side_to_move);
}

}  // namespace oknos::eval
