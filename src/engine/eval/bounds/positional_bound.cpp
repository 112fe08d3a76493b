#include "engine/eval/bounds/positional_bound.h"

#include "engine/eval/incremental/evaluation.h"

namespace oknos::eval {

namespace {

constexpr std::array<PieceType, 4> kHeaviestFirst = {PieceType::Queen, PieceType::Rook, PieceType::Bishop,
                                                     PieceType::Knight};

constexpr int weight_of(PieceType t) {
  return kPhaseWeight[static_cast<std::size_t>(index(t))];
}

// A pawn that may take a piece and promote with it within two moves of its own.
bool may_promote(const Position& p) {
  constexpr Bitboard kFarForWhite = rank_mask(Rank::R6) | rank_mask(Rank::R7);
  constexpr Bitboard kFarForBlack = rank_mask(Rank::R3) | rank_mask(Rank::R2);
  return (p.pieces(Color::White, PieceType::Pawn) & kFarForWhite) ||
         (p.pieces(Color::Black, PieceType::Pawn) & kFarForBlack);
}

// The men of both sides together: all that W depends on.
class MaterialCount {
 public:
  explicit MaterialCount(const Position& p)
      : pawns_(popcount(p.pieces(PieceType::Pawn))), may_promote_(may_promote(p)) {
    for (std::size_t i = 0; i < kHeaviestFirst.size(); ++i) add(i, popcount(p.pieces(kHeaviestFirst[i])));
  }

  void play(const Position& p, Move m) {
    remove(p.captured_type(m));
    if (type_of(p.piece_on(m.from())) != PieceType::Pawn) return;
    may_promote_ = true;
    if (!m.is_promotion()) return;
    remove(PieceType::Pawn);
    add(place_of(m.promoted()), 1);
  }

  // Each of the moves takes a piece or a pawn, or promotes one: that costs a pawn and lets the weight grow. Only a
  // promotion that takes a piece may cost both at once.
  Score bound(int moves) const {
    const std::array<int, kMovesAhead + 1> loss = heaviest();
    const int least = weight_ - loss[static_cast<std::size_t>(moves)];
    if (least > detail::kFewPiecesWeight) return Score{positional_bound(least, 0)};
    if (may_promote_) return Score{positional_bound(least, std::max(0, pawns_ - moves))};
    int width = 0;
    for (int taken = 0; taken <= moves; ++taken)
      width = std::max(width, positional_bound(weight_ - loss[static_cast<std::size_t>(taken)],
                                               std::max(0, pawns_ - (moves - taken))));
    return Score{width};
  }

 private:
  static std::size_t place_of(PieceType t) {
    std::size_t i = 0;
    while (kHeaviestFirst[i] != t) ++i;
    return i;
  }
  void add(std::size_t place, int n) {
    pieces_[place] += n;
    weight_ += n * weight_of(kHeaviestFirst[place]);
  }
  void remove(PieceType t) {
    if (t == PieceType::Pawn) --pawns_;
    if (t != PieceType::None && t != PieceType::Pawn) add(place_of(t), -1);
  }

  // What the heaviest weigh: the first, the first two, ...
  std::array<int, kMovesAhead + 1> heaviest() const {
    std::array<int, kMovesAhead + 1> sum{};
    std::size_t n = 0;
    for (std::size_t i = 0; i < kHeaviestFirst.size(); ++i)
      for (int count = pieces_[i]; count > 0 && n < kMovesAhead; --count, ++n)
        sum[n + 1] = sum[n] + weight_of(kHeaviestFirst[i]);
    for (; n < kMovesAhead; ++n) sum[n + 1] = sum[n];
    return sum;
  }

  std::array<int, kHeaviestFirst.size()> pieces_{};
  int weight_ = 0;
  int pawns_;
  bool may_promote_;
};

}  // namespace

Score positional_bound(const Position& position, int moves) {
  return MaterialCount(position).bound(moves);
}

Score positional_bound_after(const Position& position, Move m, int moves) {
  MaterialCount material(position);
  material.play(position, m);
  return material.bound(moves);
}

}  // namespace oknos::eval
