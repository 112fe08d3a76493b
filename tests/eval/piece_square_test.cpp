#include "eval/piece_square.h"

#include <cstdlib>
#include <gtest/gtest.h>

namespace oknos::eval {
namespace {

constexpr std::array<PieceType, 4> kCentred = {PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen};

const PlacementTable& table(PieceType t) {
  return kPlacement[static_cast<std::size_t>(index(t))];
}

TEST(PieceSquare, ThePiecesKeepTheirValueOnAverage) {
  for (const PieceType t : kCentred) {
    int middlegame = 0;
    int ending = 0;
    for (const Placement& p : table(t)) {
      middlegame += p.middlegame;
      ending += p.ending;
    }
    EXPECT_LE(std::abs(middlegame), kSquares / 2) << index(t) << ": less than half a centipawn a square";
    EXPECT_LE(std::abs(ending), kSquares / 2) << index(t);
  }
}

TEST(PieceSquare, NoSquareIsWorthAPawn) {
  for (int t = 0; t < kPieceTypes; ++t)
    for (const Placement& p : table(static_cast<PieceType>(t))) {
      EXPECT_LT(std::abs(p.middlegame), 100) << t;
      EXPECT_LT(std::abs(p.ending), 100) << t;
    }
}

TEST(PieceSquare, PawnsStandOnSixRanksOnly) {
  for (int f = 0; f < kFiles; ++f)
    for (const Rank r : {Rank::R1, Rank::R8}) {
      const Square s = make_square(static_cast<File>(f), r);
      EXPECT_EQ(placement(Piece::WhitePawn, s), Placement{});
      EXPECT_EQ(placement(Piece::BlackPawn, s), Placement{});
    }
}

TEST(PieceSquare, BothColoursSeeTheSameBoard) {
  for (int t = 0; t < kPieceTypes; ++t)
    for (int s = 0; s < kSquares; ++s) {
      const auto type = static_cast<PieceType>(t);
      EXPECT_EQ(placement(make_piece(Color::White, type), square_at(s)),
                placement(make_piece(Color::Black, type), flip_rank(square_at(s))));
    }
}

TEST(PieceSquare, WhatTheTablesSay) {
  const auto mg = [](Piece p, Square s) { return placement(p, s).middlegame; };
  const auto eg = [](Piece p, Square s) { return placement(p, s).ending; };
  EXPECT_GT(mg(Piece::WhiteKnight, Square::F3), mg(Piece::WhiteKnight, Square::G1));
  EXPECT_GT(mg(Piece::BlackKnight, Square::D5), mg(Piece::BlackKnight, Square::A5)) << "a knight on the rim is dim";
  EXPECT_GT(mg(Piece::WhitePawn, Square::E4), mg(Piece::WhitePawn, Square::E2));
  EXPECT_GT(mg(Piece::WhiteKing, Square::G1), mg(Piece::WhiteKing, Square::E1));
  EXPECT_GT(mg(Piece::WhiteKing, Square::E1), mg(Piece::WhiteKing, Square::E4));
  EXPECT_LT(eg(Piece::WhiteKing, Square::E1), eg(Piece::WhiteKing, Square::E4));
  EXPECT_GT(mg(Piece::WhiteRook, Square::A7), mg(Piece::WhiteRook, Square::A3)) << "the seventh rank";
  for (int r = index(Rank::R2); r < index(Rank::R7); ++r)
    EXPECT_GT(eg(Piece::WhitePawn, make_square(File::B, static_cast<Rank>(r + 1))),
              eg(Piece::WhitePawn, make_square(File::B, static_cast<Rank>(r))));
}

}  // namespace
}  // namespace oknos::eval
