#include "engine/eval/bounds/bounds.h"

#include "engine/base/piece_values.h"
#include "engine/eval/bounds/psqt_bounds.h"

namespace oknos::eval {

using namespace detail;

namespace {

constexpr Score kPromotionGain = piece_value(PieceType::Queen) - piece_value(PieceType::Pawn);

// The two ends that a sum can go to by one move.
struct Highest {
  static constexpr int kNothing = -kNoMove;
  static int better(int a, int b) { return std::max(a, b); }
  static const std::array<PhaseBounds::Row, kMovers>& moves(const PhaseBounds& b) { return b.most; }
};
struct Lowest {
  static constexpr int kNothing = kNoMove;
  static int better(int a, int b) { return std::min(a, b); }
  static const std::array<PhaseBounds::Row, kMovers>& moves(const PhaseBounds& b) { return b.least; }
};

// The end itself, in 24ths of a centipawn. Mover and victim are taken each for itself, wherever they stand: it is a
// bound. Only promotions and castling, which are rare, are looked at one by one.
template <class End>
class PsqtEnd {
 public:
  PsqtEnd(const Position& position, const Incremental& incremental, Color side)
      : p_(position), side_(side), sums_(incremental, side) {}

  int find() {
    for (std::size_t i = 0; i < kLosses.size(); ++i) {
      phase_[i] = sums_.phase(-kLosses[i]);
      bounds_[i] = &bounds_of(phase_[i]);
    }
    movers();
    int best = sums_.mixed(phase_[0]);  // as if nothing happened
    best = End::better(best, best + quiet_);
    best = End::better(best, best_castling());
    best = End::better(best, captures());
    return promotions(best);
  }

 private:
  // What a capture can take from the sum of weights. The phase after it is one of four.
  static constexpr std::array<int, 4> kLosses = {0, 1, 2, 4};
  static constexpr std::size_t loss_of(PieceType t) {
    std::size_t i = 0;
    while (kLosses[i] != kPhaseWeight[at(t)]) ++i;
    return i;
  }

  // One way over the men for all four phases.
  void movers() {
    for_each_square(p_.pieces(side_) & ~p_.pieces(PieceType::Pawn),
                    [&](Square s) { takers_allow(at(type_of(p_.piece_on(s))), at(side_, s)); });
    quiet_ = takers_[0];
    for_each_square(p_.pieces(side_, PieceType::Pawn), [&](Square s) {
      quiet_ = End::better(quiet_, End::moves(*bounds_[0])[at(PieceType::Pawn)][at(side_, s)]);
      takers_allow(kPawnTaking, at(side_, s));
    });
  }
  void takers_allow(std::size_t mover, std::size_t from) {
    for (std::size_t i = 0; i < kLosses.size(); ++i)
      takers_[i] = End::better(takers_[i], End::moves(*bounds_[i])[mover][from]);
  }

  int best_castling() const {
    int best = End::kNothing;
    for (const CastlingSide where : {CastlingSide::King, CastlingSide::Queen})
      if (p_.may_castle(side_, where)) best = End::better(best, castling_change(p_, side_, where, *bounds_[0]).both());
    return sums_.mixed(phase_[0]) + best;
  }

  int captures() const {
    int best = sums_.mixed(phase_[0]);
    for (const PieceType t : kByValue) {
      const Bitboard victims = p_.pieces(~side_, t);
      if (!victims) continue;
      const std::size_t i = loss_of(t);
      const PhaseBounds::Row& value = bounds_[i]->value[at(t)];
      int victim = End::kNothing;
      for_each_square(victims, [&](Square s) { victim = End::better(victim, value[at(~side_, s)]); });
      best = End::better(best, sums_.mixed(phase_[i]) + takers_[i] + victim);
    }
    return best;
  }

  int promotions(int best) const {
    for_each_promotion(p_, side_, [&](Square from, Square to) {
      const Piece victim = p_.piece_on(to);
      const int lost = victim == Piece::None ? 0 : kPhaseWeight[at(type_of(victim))];
      for (const PieceType t : kPromotions) {
        const int phase = sums_.phase(kPhaseWeight[at(t)] - lost);
        const PhaseBounds& bounds = bounds_of(phase);
        int change = bounds.value[at(t)][at(side_, to)] - bounds.value[at(PieceType::Pawn)][at(side_, from)];
        if (victim != Piece::None) change += bounds.value[at(type_of(victim))][at(~side_, to)];
        best = End::better(best, sums_.mixed(phase) + change);
      }
    });
    return best;
  }

  const Position& p_;
  const Color side_;
  const Sums sums_;
  std::array<int, kLosses.size()> phase_{};
  std::array<const PhaseBounds*, kLosses.size()> bounds_{};
  // The furthest that a move changes the mover's own psqt: quiet ones, and captures by the loss of weight.
  int quiet_ = End::kNothing;
  std::array<int, kLosses.size()> takers_ = {End::kNothing, End::kNothing, End::kNothing, End::kNothing};
};

}  // namespace

Victims victims(const Position& position, Color side) {
  std::array<Score, 3> found{};
  std::size_t n = 0;
  for (const PieceType t : kByValue)
    for (int count = popcount(position.pieces(side, t)); count > 0 && n < found.size(); --count)
      found[n++] = piece_value(t);
  return {found[0], found[1], found[2]};
}

Score attacked_victim(const Position& position, Color side, const Counted& counted) {
  const Bitboard victims = position.pieces(side) & position.attacked_squares(~side, position.pieces());
  for (const PieceType t : kByValue)
    if (victims & position.pieces(t)) return piece_value(t);
  const bool en_passant =
      counted.en_passant && position.side_to_move() == ~side && position.en_passant() != Square::None;
  return en_passant ? piece_value(PieceType::Pawn) : Score{0};
}

Score promotion_gain(const Position& position, Color side) {
  bool possible = false;
  for_each_promotion(position, side, [&](Square, Square) { possible = true; });
  return possible ? kPromotionGain : Score{0};
}

Score promotion_gain_in_two(const Position& position, Color side) {
  const Bitboard pawns = position.pieces(side, PieceType::Pawn);
  const Bitboard on_seventh = pawns & relative_rank_mask(side, Rank::R7);
  if (more_than_one(on_seventh)) return kPromotionGain * 2;
  return on_seventh || (pawns & relative_rank_mask(side, Rank::R6)) ? kPromotionGain : Score{0};
}

Score max_psqt_gain(const Position& position, const Incremental& incremental, Color side) {
  const Score highest{PsqtEnd<Highest>(position, incremental, side).find() / kFullPhase};
  return std::max(Score{0}, highest - incremental.psqt(side));
}

Score max_psqt_loss(const Position& position, const Incremental& incremental, Color side) {
  const Score lowest{PsqtEnd<Lowest>(position, incremental, side).find() / kFullPhase};
  return std::max(Score{0}, incremental.psqt(side) - lowest);
}

}  // namespace oknos::eval
