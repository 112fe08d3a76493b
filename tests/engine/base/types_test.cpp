#include "engine/base/types.h"

#include <gtest/gtest.h>

#include "engine/base/piece_values.h"

namespace oknos {
namespace {

TEST(Types, PiecesAreColourAndType) {
  EXPECT_EQ(make_piece(Color::White, PieceType::Pawn), Piece::WhitePawn);
  EXPECT_EQ(make_piece(Color::White, PieceType::King), Piece::WhiteKing);
  EXPECT_EQ(make_piece(Color::Black, PieceType::Queen), Piece::BlackQueen);
  for (const Color c : {Color::White, Color::Black})
    for (int t = 0; t < kPieceTypes; ++t) {
      const Piece p = make_piece(c, static_cast<PieceType>(t));
      EXPECT_EQ(color_of(p), c);
      EXPECT_EQ(index(type_of(p)), t);
      EXPECT_LT(index(p), kPieces);
      EXPECT_NE(p, Piece::None);
    }
  EXPECT_EQ(type_of(Piece::None), PieceType::None);
}

TEST(Types, SquaresAreFileAndRank) {
  EXPECT_EQ(make_square(File::E, Rank::R4), Square::E4);
  EXPECT_EQ(file_of(Square::H1), File::H);
  EXPECT_EQ(rank_of(Square::A8), Rank::R8);
  EXPECT_EQ(flip_rank(Square::B2), Square::B7);
  EXPECT_EQ(relative_square(Color::Black, Square::E7), Square::E2);
  EXPECT_EQ(relative_square(Color::White, Square::E7), Square::E7);
  EXPECT_EQ(relative_rank(Color::Black, Square::C8), Rank::R1);
  EXPECT_EQ(relative_rank(Color::Black, Rank::R2), Rank::R7);
  EXPECT_EQ(offset(Square::E2, pawn_push(Color::White)), Square::E3);
  EXPECT_EQ(offset(Square::E7, pawn_push(Color::Black)), Square::E6);
  EXPECT_EQ(~Color::White, Color::Black);
  EXPECT_EQ(~Color::Black, Color::White);
}

TEST(PieceValues, KingAndNothingAreWorthNothing) {
  EXPECT_EQ(piece_value(PieceType::King), Score{0});
  EXPECT_EQ(piece_value(Piece::None), Score{0});
  EXPECT_EQ(piece_value(Piece::BlackQueen), piece_value(PieceType::Queen));
  EXPECT_LT(piece_value(PieceType::Pawn), piece_value(PieceType::Knight));
  EXPECT_LE(piece_value(PieceType::Knight), piece_value(PieceType::Bishop));
  EXPECT_LT(piece_value(PieceType::Bishop), piece_value(PieceType::Rook));
  EXPECT_LT(piece_value(PieceType::Rook), piece_value(PieceType::Queen));
}

}  // namespace
}  // namespace oknos
