// The best that one move can do at once (eval/bounds.h: max_eval_gain), found by sets of squares instead of a list of
// moves.
#include "engine/base/piece_values.h"
#include "engine/base/static_vector.h"
#include "engine/eval/bounds/bounds.h"
#include "engine/eval/bounds/positional_bound.h"
#include "engine/eval/bounds/psqt_bounds.h"

namespace oknos::eval {

using namespace detail;

namespace {

class MaxEvalGain {
 public:
  MaxEvalGain(const Position& position, const Incremental& incremental, Color side, Score enough,
              const Counted& counted)
      : p_(position),
        side_(side),
        enough_(enough.value()),
        counted_(counted),
        sums_(counted.psqt ? Sums(incremental, side) : Sums()),
        phase_(sums_.phase()),
        mixed_(sums_.mixed(phase_)),
        before_(counted.psqt ? incremental.psqt(side).value() : 0),
        pawns_(position.pieces(side, PieceType::Pawn) & ~relative_rank_mask(side, Rank::R7)),
        weight_(incremental.weight()),
        all_pawns_(popcount(position.pieces(PieceType::Pawn))),
        width_(positional_bound(weight_, all_pawns_)) {}

  Score find() {
    promotions();
    if (seen_enough()) return Score{best_};
    gather();
    captures();
    if (seen_enough()) return Score{best_};
    en_passant();
    if (seen_enough() || !counted_.quiets) return Score{best_};
    quiets();
    return Score{best_};
  }

 private:
  struct Mover {
    Square from;
    PieceType type;
    Bitboard targets;
  };

  const PhaseBounds& bounds_at(int phase) const { return counted_.psqt ? bounds_of(phase) : kNoPsqt; }
  bool seen_enough() const { return best_ > enough_; }
  // A move that wins `gain`, leaves the mixed sum at `mixed` and widens the bound on the positional part by `wider`.
  void consider(Score gain, int mixed, int wider = 0) {
    best_ = std::max(best_, gain.value() + mixed / kFullPhase - before_ + wider);
  }
  // W depends on the men alone, so it is known for each victim.
  int wider_without(PieceType victim, PieceType promoted = PieceType::None) const {
    if (!counted_.width) return 0;
    int weight = weight_;
    int pawns = all_pawns_;
    if (victim == PieceType::Pawn) --pawns;
    if (victim != PieceType::None) weight -= kPhaseWeight[at(victim)];
    if (promoted != PieceType::None) {
      weight += kPhaseWeight[at(promoted)];
      --pawns;
    }
    return positional_bound(weight, pawns) - width_;
  }

  // The queen is not always best: the psqt of another piece may speak for it.
  void promotions() {
    for_each_promotion(p_, side_, [&](Square from, Square to) {
      if (seen_enough()) return;
      const PieceType victim = type_of(p_.piece_on(to));
      if (counted_.promotions)
        for (const PieceType t : kPromotions) promotion(from, to, victim, t);
      else if (victim != PieceType::None)
        promotion(from, to, victim, PieceType::None);
    });
  }

  // To `promoted`; None: the pawn only takes.
  void promotion(Square from, Square to, PieceType victim, PieceType promoted) {
    int weights = 0;
    if (victim != PieceType::None) weights -= kPhaseWeight[at(victim)];
    if (promoted != PieceType::None) weights += kPhaseWeight[at(promoted)];
    const int phase = sums_.phase(weights);
    const PhaseBounds& bounds = bounds_at(phase);
    Score gain;
    int mixed = sums_.mixed(phase);
    if (victim != PieceType::None) {
      gain = piece_value(victim);
      mixed += bounds.value[at(victim)][at(~side_, to)];
    }
    if (promoted != PieceType::None) {
      gain += piece_value(promoted) - piece_value(PieceType::Pawn);
      mixed += bounds.value[at(promoted)][at(side_, to)] - bounds.value[at(PieceType::Pawn)][at(side_, from)];
    }
    consider(gain, mixed, wider_without(victim, promoted));
  }

  void gather() {
    const Bitboard occupied = p_.pieces();
    const Bitboard own = p_.pieces(side_);
    for (int i = index(PieceType::Knight); i <= index(PieceType::King); ++i) {
      const auto t = static_cast<PieceType>(i);
      for_each_square(p_.pieces(side_, t), [&](Square from) {
        const Bitboard targets = attacks::piece(t, from, occupied) & ~own;
        movers_.push_back({from, t, targets});
        reached_ |= targets;
      });
    }
  }

  void captures() {
    const Bitboard attacked = p_.pieces(~side_) & (reached_ | attacks::pawns(side_, pawns_));
    for (const PieceType t : kByValue) {
      Bitboard victims = attacked & p_.pieces(t);
      if (!victims) continue;
      const int phase = sums_.phase(-kPhaseWeight[at(t)]);
      const PhaseBounds& bounds = bounds_at(phase);
      int best = -kNoMove;
      for_each_square(victims, [&](Square to) {
        best = std::max(best, best_taker(to, bounds) + bounds.value[at(t)][at(~side_, to)]);
      });
      consider(piece_value(t), sums_.mixed(phase) + best, wider_without(t));
      if (seen_enough()) return;
    }
  }

  // How the takers' psqt changes at best. Precondition: the square is attacked.
  int best_taker(Square to, const PhaseBounds& bounds) const {
    int best = best_pawn(attacks::pawn(~side_, to) & pawns_, to, bounds);
    for (const Mover& m : movers_) {
      if (!contains(m.targets, to)) continue;
      const PhaseBounds::Row& value = bounds.value[at(m.type)];
      best = std::max(best, value[at(side_, to)] - value[at(side_, m.from)]);
    }
    return best;
  }

  int best_pawn(Bitboard pawns, Square to, const PhaseBounds& bounds) const {
    const PhaseBounds::Row& value = bounds.value[at(PieceType::Pawn)];
    int best = -kNoMove;
    for_each_square(pawns, [&](Square from) { best = std::max(best, value[at(side_, to)] - value[at(side_, from)]); });
    return best;
  }

  void en_passant() {
    const Square to = p_.en_passant();
    if (to == Square::None || p_.side_to_move() != side_ || !counted_.en_passant) return;
    const PhaseBounds& bounds = bounds_at(phase_);
    const int victim = bounds.value[at(PieceType::Pawn)][at(~side_, offset(to, -pawn_push(side_)))];
    consider(piece_value(PieceType::Pawn), mixed_ + victim + best_pawn(attacks::pawn(~side_, to) & pawns_, to, bounds),
             wider_without(PieceType::Pawn));
  }

  // Changes no material and no phase: only the largest change of the mixed sum matters, and it must be large enough to
  // show above what is known.
  void quiets() {
    const PhaseBounds& bounds = bounds_at(phase_);
    const int known = largest_without(best_ + 1);
    const int stop = largest_without(enough_ + 1);
    int best = known;
    const Bitboard empty = ~p_.pieces();
    for (const Mover& m : movers_) {
      if (bounds.most[at(m.type)][at(side_, m.from)] <= best) continue;
      const PhaseBounds::Row& value = bounds.value[at(m.type)];
      const int here = value[at(side_, m.from)];
      for_each_square(m.targets & empty, [&](Square to) { best = std::max(best, value[at(side_, to)] - here); });
      if (best > stop) break;
    }
    if (best <= stop) best = std::max({best, pushes(bounds, empty), castling(bounds)});
    if (best > known) consider(Score{0}, mixed_ + best);
  }

  // The largest change of the mixed sum with which the psqt still rises by less than that.
  int largest_without(int rise) const {
    const int psqt = before_ + rise;
    const int needed = psqt > 0 ? psqt * kFullPhase : (psqt - 1) * kFullPhase + 1;  // rounds to zero
    return needed - 1 - mixed_;
  }

  int pushes(const PhaseBounds& bounds, Bitboard empty) const {
    const PhaseBounds::Row& value = bounds.value[at(PieceType::Pawn)];
    const Bitboard once = shift_forward(side_, pawns_) & empty;
    const Bitboard twice = shift_forward(side_, once & relative_rank_mask(side_, Rank::R3)) & empty;
    int best = -kNoMove;
    const auto push = [&](Bitboard targets, int squares) {
      for_each_square(targets, [&](Square to) {
        best = std::max(best, value[at(side_, to)] - value[at(side_, offset(to, -squares))]);
      });
    };
    push(once, pawn_push(side_));
    push(twice, 2 * pawn_push(side_));
    return best;
  }

  int castling(const PhaseBounds& bounds) const {
    int best = -kNoMove;
    for (const CastlingSide where : {CastlingSide::King, CastlingSide::Queen})
      if (p_.may_castle(side_, where) && castling_path_is_free(where))
        best = std::max(best, castling_change(p_, side_, where, bounds).both());
    return best;
  }

  bool castling_path_is_free(CastlingSide where) const {
    const Square king = p_.king(side_);
    const Square rook = p_.castling_rook(side_, where);
    const Square king_to = castled_king(side_, where);
    const Square rook_to = castled_rook(side_, where);
    const Bitboard others = p_.pieces() ^ bit(king) ^ bit(rook);
    return !(others &
             (attacks::between(king, king_to) | attacks::between(rook, rook_to) | bit(king_to) | bit(rook_to)));
  }

  const Position& p_;
  const Color side_;
  const int enough_;
  const Counted counted_;
  const Sums sums_;
  const int phase_;
  const int mixed_;       // the sum in the present phase
  const int before_;      // the psqt
  const Bitboard pawns_;  // but for those on the 7th, whose moves are promotions
  const int weight_;      // of all pieces
  const int all_pawns_;   // of both sides
  const int width_;       // W
  int best_ = 0;
  Bitboard reached_ = 0;  // by pieces
  StaticVector<Mover, kSquares> movers_;
};

}  // namespace

Score max_eval_gain(const Position& position, const Incremental& incremental, Color side, Score enough,
                    const Counted& counted) {
  return MaxEvalGain(position, incremental, side, enough, counted).find();
}

}  // namespace oknos::eval
