#include "engine/chess/move.h"

#include <gtest/gtest.h>
#include <set>

namespace oknos {
namespace {

TEST(Move, EveryMoveComesBackFromItsBits) {
  std::set<std::uint16_t> seen;
  for (int from = 0; from < kSquares; ++from)
    for (int to = 0; to < kSquares; ++to) {
      if (from == to) continue;
      const Square f = square_at(from);
      const Square t = square_at(to);
      for (const MoveKind kind : {MoveKind::Normal, MoveKind::EnPassant, MoveKind::Castling}) {
        const Move m{f, t, kind};
        ASSERT_EQ(m.from(), f);
        ASSERT_EQ(m.to(), t);
        ASSERT_EQ(m.kind(), kind);
        ASSERT_EQ(Move::from_bits(m.bits()), m);
        ASSERT_TRUE(m);
        seen.insert(m.bits());
      }
      for (const PieceType piece : {PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen}) {
        const Move m = Move::promotion(f, t, piece);
        ASSERT_EQ(m.from(), f);
        ASSERT_EQ(m.to(), t);
        ASSERT_TRUE(m.is_promotion());
        ASSERT_EQ(m.promoted(), piece);
        ASSERT_EQ(Move::from_bits(m.bits()), m);
        seen.insert(m.bits());
      }
    }
  EXPECT_EQ(seen.size(), 64u * 63u * 7u) << "two moves share their bits";
}

TEST(Move, KindsExcludeEachOther) {
  EXPECT_TRUE((Move{Square::E1, Square::H1, MoveKind::Castling}).is_castling());
  EXPECT_FALSE((Move{Square::E1, Square::H1, MoveKind::Castling}).is_promotion());
  EXPECT_TRUE((Move{Square::E5, Square::D6, MoveKind::EnPassant}).is_en_passant());
  EXPECT_FALSE((Move{Square::E2, Square::E4}).is_en_passant());
  EXPECT_FALSE(Move::promotion(Square::E7, Square::E8, PieceType::Queen).is_castling());
}

TEST(Move, NoMoveIsFalse) {
  EXPECT_FALSE(Move{});
  EXPECT_EQ(Move{}, Move::from_bits(0));
}

}  // namespace
}  // namespace oknos
