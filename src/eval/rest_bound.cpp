#include "eval/evaluation.h"
#include "eval/rest_width.h"

namespace oknos::eval {

namespace {

constexpr int kMoves = 3;  // as far as the rules look ahead

// What the heaviest pieces weigh: the first, the first two, the first three of both sides together.
std::array<int, kMoves + 1> heaviest(const Position& p) {
  std::array<int, kMoves + 1> sum{};
  std::size_t n = 0;
  for (const PieceType t : {PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight})
    for (int count = popcount(p.pieces(t)); count > 0 && n < kMoves; --count, ++n)
      sum[n + 1] = sum[n] + kPhaseWeight[static_cast<std::size_t>(index(t))];
  for (; n < kMoves; ++n) sum[n + 1] = sum[n];
  return sum;
}

int weight_of(const Position& p) {
  return popcount(p.pieces(PieceType::Knight, PieceType::Bishop)) + 2 * popcount(p.pieces(PieceType::Rook)) +
         4 * popcount(p.pieces(PieceType::Queen));
}

// A pawn that may take a piece and promote with it within two moves of its own.
bool may_promote(const Position& p) {
  constexpr Bitboard kFarForWhite = rank_mask(Rank::R6) | rank_mask(Rank::R7);
  constexpr Bitboard kFarForBlack = rank_mask(Rank::R3) | rank_mask(Rank::R2);
  return (p.pieces(Color::White, PieceType::Pawn) & kFarForWhite) ||
         (p.pieces(Color::Black, PieceType::Pawn) & kFarForBlack);
}

}  // namespace

// Each of the moves takes a piece or a pawn, or promotes one: that costs a pawn and lets the weight grow. Only a
// promotion that takes a piece may cost both at once.
Score rest_bound(const Position& position) {
  const int weight = weight_of(position);
  const std::array<int, kMoves + 1> loss = heaviest(position);
  const int least = weight - loss[kMoves];
  if (least > detail::kFewPiecesWeight) return Score{rest_width(least, 0)};
  const int pawns = popcount(position.pieces(PieceType::Pawn));
  if (may_promote(position)) return Score{rest_width(least, std::max(0, pawns - kMoves))};
  int width = 0;
  for (int taken = 0; taken <= kMoves; ++taken)
    width = std::max(width,
                     rest_width(weight - loss[static_cast<std::size_t>(taken)], std::max(0, pawns - (kMoves - taken))));
  return Score{width};
}

}  // namespace oknos::eval
