#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "engine/chess/bitboard.h"
#include "engine/eval/incremental/evaluation.h"
#include "engine/eval/incremental/piece_square.h"

// Tables and small parts for the bounds on one move (eval/bounds.h). Everything is in 24ths of a centipawn: what stands
// above the fraction stroke in Incremental::psqt. Squares are as the owner sees them.
namespace oknos::eval::detail {

constexpr std::size_t at(PieceType t) {
  return static_cast<std::size_t>(index(t));
}
constexpr std::size_t at(Color owner, Square s) {
  return static_cast<std::size_t>(index(relative_square(owner, s)));
}

// Rows of the tables of moves: one for each type of piece, and one more for the pawn that takes.
inline constexpr std::size_t kPawnTaking = kPieceTypes;
inline constexpr std::size_t kMovers = kPieceTypes + 1;

// Beyond every change of a single move: there is no such move.
inline constexpr std::int16_t kNoMove = 30000;

// What holds in one phase of the game.
struct PhaseBounds {
  using Row = std::array<std::int16_t, kSquares>;
  std::array<Row, kPieceTypes> value{};  // of a piece on a square
  // How a move from that square changes it at most and at least, on a board that is otherwise empty: kNoMove with the
  // proper sign where there is none. Castling and promotions are not among them.
  std::array<Row, kMovers> most{};
  std::array<Row, kMovers> least{};
  // How two moves of the same piece change it at most; promotions not among them.
  std::array<Row, kPieceTypes> twice{};
};

// By phase, 0 to kFullPhase.
extern const std::array<PhaseBounds, kFullPhase + 1> kPhaseBounds;

inline const PhaseBounds& bounds_of(int phase) {
  return kPhaseBounds[static_cast<std::size_t>(phase)];
}

// Where psqt does not count: nothing changes anything.
inline constexpr PhaseBounds kNoPsqt{};

// The sums of a position from the view of one side.
struct Sums {
  int middlegame = 0;
  int ending = 0;
  int weight = 0;

  Sums() = default;  // where psqt does not count
  Sums(const Incremental& incremental, Color side)
      : middlegame(incremental.middlegame(side).value()),
        ending(incremental.ending(side).value()),
        weight(incremental.weight()) {}

  // The phase when the weights of the pieces change by that, which may be more than is there to lose.
  int phase(int change = 0) const { return std::clamp(weight + change, 0, kFullPhase); }
  int mixed(int phase) const { return middlegame * phase + ending * (kFullPhase - phase); }
};

// Types that can be captured, by value.
inline constexpr std::array<PieceType, kPieceTypes - 1> kByValue = {
    PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight, PieceType::Pawn};
inline constexpr std::array<PieceType, 4> kPromotions = {PieceType::Queen, PieceType::Rook, PieceType::Bishop,
                                                         PieceType::Knight};

// Calls f(Square from, Square to) for every step and capture of `side` to the last rank, pins and checks aside.
template <class F>
void for_each_promotion(const Position& position, Color side, F&& f) {
  for_each_square(position.pieces(side, PieceType::Pawn) & relative_rank_mask(side, Rank::R7), [&](Square from) {
    const Bitboard victims = position.pieces(~side) & ~position.pieces(PieceType::King);
    const Bitboard ahead = shift_forward(side, bit(from));
    const Bitboard targets = (ahead & ~position.pieces()) | ((shift_east(ahead) | shift_west(ahead)) & victims);
    for_each_square(targets, [&](Square to) { f(from, to); });
  });
}

// The change of the mixed sum by castling, king and rook.
struct CastlingChange {
  int king;
  int rook;
  int both() const { return king + rook; }
};
inline CastlingChange castling_change(const Position& position, Color side, CastlingSide where,
                                      const PhaseBounds& bounds) {
  const PhaseBounds::Row& king = bounds.value[at(PieceType::King)];
  const PhaseBounds::Row& rook = bounds.value[at(PieceType::Rook)];
  return {king[at(side, castled_king(side, where))] - king[at(side, position.king(side))],
          rook[at(side, castled_rook(side, where))] - rook[at(side, position.castling_rook(side, where))]};
}

}  // namespace oknos::eval::detail
