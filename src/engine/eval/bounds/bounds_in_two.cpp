// The bounds on two moves of eval/bounds.h. The moves are not looked at together: movers and victims are taken each for
// itself, and so is the phase that the moves leave. In a fixed phase the worst case is a largest (or smallest) of sums,
// and each sum is linear in the phase; so nothing between two phases is worse than the worse of the two, and the first
// and the last phase that may arise are enough.
#include "engine/eval/bounds/bounds.h"
#include "engine/eval/bounds/psqt_bounds.h"

namespace oknos::eval {

using namespace detail;

namespace {

Bitboard on_rank(const Position& position, Color side, Rank rank) {
  return position.pieces(side, PieceType::Pawn) & relative_rank_mask(side, rank);
}

Bitboard victims_of(const Position& position, Color side) {
  return position.pieces(side) & ~position.pieces(PieceType::King);
}

// The weight of the heaviest piece of `side`, and of the `n` heaviest together.
int heaviest(const Position& position, Color side, int n = 1) {
  int weight = 0;
  for (const PieceType t : kByValue)
    for (int count = std::min(n, popcount(position.pieces(side, t))); count > 0; --count, --n)
      weight += kPhaseWeight[at(t)];
  return weight;
}

// The two largest of some numbers, 0 if there are none.
struct TopTwo {
  int first = 0;
  int second = 0;
  void add(int n) {
    second = std::max(second, std::min(first, n));
    first = std::max(first, n);
  }
  int sum() const { return first + second; }
};

// Where the pawn may be after one more step, taking or not.
Bitboard steps(Color side, Bitboard pawns) {
  const Bitboard ahead = shift_forward(side, pawns);
  return ahead | shift_east(ahead) | shift_west(ahead);
}

// The least that a promotion changes the psqt of its own man, by whatever step and to whatever piece.
int least_of_promotion(const PhaseBounds& bounds, Color side, Square from) {
  int least = kNoMove;
  for_each_square(steps(side, bit(from)), [&](Square to) {
    for (const PieceType t : kPromotions) least = std::min<int>(least, bounds.value[at(t)][at(side, to)]);
  });
  return least - bounds.value[at(PieceType::Pawn)][at(side, from)];
}

// The most that a promotion on one of these squares changes the psqt of the man that was the pawn on `from`; with
// `and_on` the new piece moves once more.
int most_of_promotion(const PhaseBounds& bounds, Color side, Square from, Bitboard squares, bool and_on = false) {
  int most = -kNoMove;
  for_each_square(squares, [&](Square to) {
    for (const PieceType t : kPromotions) {
      const int move = and_on ? std::max<int>(0, bounds.most[at(t)][at(side, to)]) : 0;
      most = std::max(most, bounds.value[at(t)][at(side, to)] + move);
    }
  });
  return most - bounds.value[at(PieceType::Pawn)][at(side, from)];
}

// One side's movers and victims in one phase.
class SideMoves {
 public:
  SideMoves(const Position& position, Color side, const PhaseBounds& bounds) : p_(position), side_(side), b_(bounds) {}

  // The most that one move changes the psqt of the mover, and the least; 0 counts as a move.
  int most_of_one() const {
    int most = 0;
    for_each_mover([&](std::size_t mover, std::size_t from) { most = std::max<int>(most, b_.most[mover][from]); });
    for_each_castling([&](const CastlingChange& c, CastlingSide) { most = std::max(most, c.both()); });
    for_each_square(on_rank(p_, side_, Rank::R7), [&](Square s) { most = std::max(most, promotion_in_one(s)); });
    return most;
  }
  // The rook may be lost afterwards, and its gain with it.
  int least_of_one() const {
    int least = 0;
    for_each_mover([&](std::size_t mover, std::size_t from) { least = std::min<int>(least, b_.least[mover][from]); });
    for_each_castling([&](const CastlingChange& c, CastlingSide) { least = std::min({least, c.king, c.both()}); });
    for_each_square(on_rank(p_, side_, Rank::R7),
                    [&](Square s) { least = std::min(least, least_of_promotion(b_, side_, s)); });
    return least;
  }

  // The most that two moves in a row change: of two men, or of one that moves twice.
  int most_of_two() const {
    TopTwo moves;
    int twice = 0;
    for_each_square(p_.pieces(side_), [&](Square s) {
      const PieceType t = type_of(p_.piece_on(s));
      const std::size_t from = at(side_, s);
      int most = b_.most[at(t)][from];
      if (t == PieceType::Pawn) most = std::max<int>(most, b_.most[kPawnTaking][from]);
      twice = std::max<int>(twice, b_.twice[at(t)][from]);
      if (t == PieceType::Pawn) {
        most = std::max(most, promotion_in_one(s));
        twice = std::max(twice, promotion_in_two(s));
      }
      moves.add(most);
    });
    int most = std::max(moves.sum(), twice);
    for_each_castling([&](const CastlingChange& c, CastlingSide where) {
      const int king = b_.most[at(PieceType::King)][at(side_, castled_king(side_, where))];
      const int rook = b_.most[at(PieceType::Rook)][at(side_, castled_rook(side_, where))];
      most = std::max(most, c.both() + std::max({moves.first, king, rook}));
    });
    return most;
  }

  // Values of the men that can be taken.
  TopTwo best_victims() const {
    TopTwo out;
    for_each_victim([&](int value) { out.add(value); });
    return out;
  }
  int worst_victim() const {
    int out = 0;
    for_each_victim([&](int value) { out = std::min(out, value); });
    return out;
  }

 private:
  // What the pawn's promotion changes, with its first move and with its first two; the first may be the promotion.
  int promotion_in_one(Square pawn) const {
    if (relative_rank(side_, pawn) != Rank::R7) return -kNoMove;
    return most_of_promotion(b_, side_, pawn, steps(side_, bit(pawn)));
  }
  int promotion_in_two(Square pawn) const {
    if (relative_rank(side_, pawn) == Rank::R7)
      return most_of_promotion(b_, side_, pawn, steps(side_, bit(pawn)), true);
    if (relative_rank(side_, pawn) == Rank::R6)
      return most_of_promotion(b_, side_, pawn, steps(side_, steps(side_, bit(pawn))));
    return -kNoMove;
  }

  template <class F>
  void for_each_mover(F&& f) const {
    for_each_square(p_.pieces(side_), [&](Square s) {
      const PieceType t = type_of(p_.piece_on(s));
      f(at(t), at(side_, s));
      if (t == PieceType::Pawn) f(kPawnTaking, at(side_, s));
    });
  }
  template <class F>
  void for_each_castling(F&& f) const {
    for (const CastlingSide where : {CastlingSide::King, CastlingSide::Queen})
      if (p_.may_castle(side_, where)) f(castling_change(p_, side_, where, b_), where);
  }
  template <class F>
  void for_each_victim(F&& f) const {
    for_each_square(victims_of(p_, side_), [&](Square s) { f(b_.value[at(type_of(p_.piece_on(s)))][at(side_, s)]); });
  }

  const Position& p_;
  const Color side_;
  const PhaseBounds& b_;
};

}  // namespace

Score max_psqt_loss_in_two(const Position& position, const Incremental& incremental, Color side) {
  const Sums sums(incremental, side);
  const int promotions = (on_rank(position, side, Rank::R7) ? 1 : 0) + (on_rank(position, ~side, Rank::R7) ? 1 : 0);
  const int first = sums.phase(-heaviest(position, side) - heaviest(position, ~side));
  const int last = sums.phase(promotions * kPhaseWeight[at(PieceType::Queen)]);
  const auto lowest = [&](int phase) {
    const SideMoves own(position, side, bounds_of(phase));
    const SideMoves theirs(position, ~side, bounds_of(phase));
    // If they take the very man that moved, what is lost is what it was worth before it moved, which is allowed for:
    // least_of_one() is not above 0.
    return sums.mixed(phase) + own.least_of_one() + theirs.worst_victim() - theirs.most_of_one() -
           own.best_victims().first;
  };
  const Score bound{std::min(lowest(first), lowest(last)) / kFullPhase};
  return std::max(Score{0}, incremental.psqt(side) - bound);
}

Score max_psqt_gain_in_two(const Position& position, const Incremental& incremental, Color side) {
  const Sums sums(incremental, side);
  const int promotions = std::min(popcount(on_rank(position, side, Rank::R7) | on_rank(position, side, Rank::R6)), 2);
  const int first = sums.phase(-heaviest(position, ~side, 2));
  const int last = sums.phase(promotions * kPhaseWeight[at(PieceType::Queen)]);
  const auto highest = [&](int phase) {
    const SideMoves own(position, side, bounds_of(phase));
    const SideMoves theirs(position, ~side, bounds_of(phase));
    return sums.mixed(phase) + own.most_of_two() + theirs.best_victims().sum();
  };
  const Score bound{std::max(highest(first), highest(last)) / kFullPhase};
  return std::max(Score{0}, bound - incremental.psqt(side));
}

}  // namespace oknos::eval
