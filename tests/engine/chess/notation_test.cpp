#include "engine/chess/notation.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/playout.h"

namespace oknos {
namespace {

Position at(std::string_view fen) {
  return *fen::parse(fen);
}

TEST(Notation, Squares) {
  EXPECT_EQ(to_text(Square::A1), "a1");
  EXPECT_EQ(to_text(Square::H8), "h8");
  EXPECT_EQ(to_text(Square::None), "-");
  EXPECT_EQ(square_from_text("e4"), Square::E4);
  for (const std::string_view bad : {"", "e", "e9", "e0", "i4", "E4", "e4 ", "-"})
    EXPECT_FALSE(square_from_text(bad)) << bad;
  for (int i = 0; i < kSquares; ++i) EXPECT_EQ(square_from_text(to_text(square_at(i))), square_at(i));
}

TEST(Notation, Pieces) {
  EXPECT_EQ(to_char(Piece::WhiteKnight), 'N');
  EXPECT_EQ(to_char(Piece::BlackQueen), 'q');
  EXPECT_EQ(to_char(Piece::None), '.');
  EXPECT_EQ(to_char(PieceType::Rook), 'r');
  EXPECT_EQ(piece_from_char('k'), Piece::BlackKing);
  EXPECT_EQ(piece_from_char('P'), Piece::WhitePawn);
  for (const char bad : {'.', 'x', '1', '\0', ' '}) EXPECT_FALSE(piece_from_char(bad)) << bad;
}

TEST(Notation, MovesAsText) {
  EXPECT_EQ(to_text(Move{Square::E2, Square::E4}, false), "e2e4");
  EXPECT_EQ(to_text(Move::promotion(Square::E7, Square::F8, PieceType::Knight), false), "e7f8n");
  EXPECT_EQ(to_text(Move{}, false), "0000");
  EXPECT_EQ(to_text(Move(Square::E1, Square::H1, MoveKind::Castling), false), "e1g1");
  EXPECT_EQ(to_text(Move(Square::E8, Square::A8, MoveKind::Castling), false), "e8c8");
  EXPECT_EQ(to_text(Move(Square::E8, Square::A8, MoveKind::Castling), true), "e8a8");
}

TEST(Notation, CastlingIsUnderstoodInBothStyles) {
  const Position standard = at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  const Move king_side(Square::E1, Square::H1, MoveKind::Castling);
  EXPECT_EQ(move_from_text(standard, "e1g1"), king_side);
  EXPECT_EQ(move_from_text(standard, "e1h1"), king_side);
  EXPECT_EQ(move_from_text(standard, "e1c1"), Move(Square::E1, Square::A1, MoveKind::Castling));
  EXPECT_EQ(move_from_text(standard, "e1f1"), Move(Square::E1, Square::F1));
}

TEST(Notation, KingStepIsNotCastlingInChess960) {
  const Position p = at("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
  EXPECT_EQ(move_from_text(p, "f1g1"), Move(Square::F1, Square::G1));
  EXPECT_EQ(move_from_text(p, "f1h1"), Move(Square::F1, Square::H1, MoveKind::Castling));
}

TEST(Notation, IllegalMovesAreNoMoves) {
  const Position p = Position::initial();
  for (const std::string_view bad :
       {"", "e2", "e2e5", "e7e5", "e2e4q", "e4e5", "e1g1", "g1c1", "b1g1", "a1a1", "0000", "e2e4 ", "zzzz"})
    EXPECT_FALSE(move_from_text(p, bad)) << bad;
  const Position promoting = at("8/4P2k/8/8/8/8/8/4K3 w - - 0 1");
  EXPECT_FALSE(move_from_text(promoting, "e7e8"));
  EXPECT_FALSE(move_from_text(promoting, "e7e8k"));
  EXPECT_EQ(move_from_text(promoting, "e7e8Q"), Move::promotion(Square::E7, Square::E8, PieceType::Queen));
}

RC_GTEST_PROP(NotationProperty, EveryLegalMoveReadsBack,
              (std::uint32_t start, const std::vector<std::uint32_t>& numbers)) {
  Position p = testing::start_position(start);
  for (const Move played : testing::playout(p, numbers)) {
    for (const Move m : legal_moves(p)) {
      RC_ASSERT(move_from_text(p, to_text(m, true)) == m);
      if (!p.chess960()) RC_ASSERT(move_from_text(p, to_text(m, false)) == m);
    }
    p.play(played);
  }
}

}  // namespace
}  // namespace oknos
