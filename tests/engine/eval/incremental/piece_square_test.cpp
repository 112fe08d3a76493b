#include "engine/eval/incremental/piece_square.h"

#include <gtest/gtest.h>

namespace oknos::eval {
namespace {

// The values themselves are the tuner's business.
TEST(PieceSquare, TheTablesAreTheFirstWeights) {
  for (int t = 0; t < kPieceTypes; ++t)
    for (int s = 0; s < kSquares; ++s) {
      const Psqt p = psqt(make_piece(Color::Black, static_cast<PieceType>(t)), flip_rank(square_at(s)));
      const Tapered w = kWeights[weight_index(static_cast<Group>(t), s)];
      EXPECT_EQ(p.middlegame, w.mg);
      EXPECT_EQ(p.ending, w.eg);
    }
}

TEST(PieceSquare, PawnsStandOnSixRanksOnly) {
  for (int f = 0; f < kFiles; ++f)
    for (const Rank r : {Rank::R1, Rank::R8}) {
      const Square s = make_square(static_cast<File>(f), r);
      EXPECT_EQ(psqt(Piece::WhitePawn, s), Psqt{});
      EXPECT_EQ(psqt(Piece::BlackPawn, s), Psqt{});
    }
}

TEST(PieceSquare, BothColoursSeeTheSameBoard) {
  for (int t = 0; t < kPieceTypes; ++t)
    for (int s = 0; s < kSquares; ++s) {
      const auto type = static_cast<PieceType>(t);
      EXPECT_EQ(psqt(make_piece(Color::White, type), square_at(s)),
                psqt(make_piece(Color::Black, type), flip_rank(square_at(s))));
    }
}

TEST(PieceSquare, WhatTheTablesSay) {
  const auto mg = [](Piece p, Square s) { return psqt(p, s).middlegame; };
  const auto eg = [](Piece p, Square s) { return psqt(p, s).ending; };
  EXPECT_GT(mg(Piece::WhiteKnight, Square::F3), mg(Piece::WhiteKnight, Square::A1)) << "a knight on the rim is dim";
  EXPECT_GT(mg(Piece::WhiteKing, Square::G1), mg(Piece::WhiteKing, Square::E4));
  EXPECT_LT(eg(Piece::WhiteKing, Square::E1), eg(Piece::WhiteKing, Square::E4));
}

}  // namespace
}  // namespace oknos::eval
