#include "lab/formats/san.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <set>

#include "engine/chess/notation.h"
#include "support/playout.h"

namespace oknos {
namespace {

Position at(std::string_view fen) {
  return *fen::parse(fen);
}

std::string san_of(std::string_view fen, std::string_view uci) {
  const Position p = at(fen);
  const std::optional<Move> m = move_from_text(p, uci);
  return m ? san::to_text(p, *m) : "illegal";
}

// The move that the text names, in UCI's way, or the error.
std::string read(std::string_view fen, std::string_view text) {
  const Position p = at(fen);
  const Result<Move> m = san::parse(p, text);
  return m ? to_text(*m, p.chess960()) : m.error();
}

void expect_error(std::string_view fen, std::string_view text, std::string_view reason) {
  const std::string error = read(fen, text);
  EXPECT_NE(error.find(reason), std::string::npos) << "for " << text << " it was: " << error;
}

TEST(San, WritesTheShortestOrigin) {
  EXPECT_EQ(san_of(fen::kInitial, "g1f3"), "Nf3");
  EXPECT_EQ(san_of(fen::kInitial, "e2e4"), "e4");
  const std::string_view knights = "4k3/8/8/8/8/1N3N2/8/K7 w - - 0 1";
  EXPECT_EQ(san_of(knights, "b3d2"), "Nbd2");
  EXPECT_EQ(san_of(knights, "b3a5"), "Na5");
  const std::string_view rooks = "7k/8/R7/8/8/8/R7/6K1 w - - 0 1";
  EXPECT_EQ(san_of(rooks, "a2a4"), "R2a4");
  EXPECT_EQ(san_of(rooks, "a6h6"), "Rh6+");
  const std::string_view queens = "6k1/8/8/8/Q2Q4/8/8/Q6K w - - 0 1";
  EXPECT_EQ(san_of(queens, "a4d1"), "Qa4d1");
  EXPECT_EQ(san_of(queens, "d4d1"), "Qdd1");
  EXPECT_EQ(san_of(queens, "a1d1"), "Q1d1");
}

TEST(San, PinnedRivalsDoNotCount) {
  // The knight on e2 must stay between king and rook, so the other one needs no origin to go to c3.
  EXPECT_EQ(san_of("4r1k1/8/8/8/8/8/N3N3/4K3 w - - 0 1", "a2c3"), "Nc3");
  EXPECT_EQ(san_of("6k1/8/8/8/8/8/N3N3/4K3 w - - 0 1", "a2c3"), "Nac3");
}

TEST(San, CapturesPromotionsCastling) {
  EXPECT_EQ(san_of("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5"), "exd5");
  EXPECT_EQ(san_of("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), "exd6");
  EXPECT_EQ(san_of("3n4/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e7d8q"), "exd8=Q");
  EXPECT_EQ(san_of("8/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e7e8n"), "e8=N");
  EXPECT_EQ(san_of("r3k3/8/8/8/8/8/8/4K2R b Kq - 0 1", "e8c8"), "O-O-O");
  EXPECT_EQ(san_of("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"), "O-O+");
}

TEST(San, CheckAndMate) {
  EXPECT_EQ(san_of("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"), "Ra8#");
  EXPECT_EQ(san_of("6k1/5pp1/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"), "Ra8+");
  EXPECT_EQ(san_of("7k/8/8/8/8/2N5/1B6/K7 w - - 0 1", "c3e4"), "Ne4+");  // discovered
  EXPECT_EQ(san_of("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7"), "Qf7");    // stalemate is no mate
}

TEST(San, ReadsDecoratedAndPlainMoves) {
  for (const std::string_view text :
       {"Nf3", "Nf3!", "Nf3+", "Nf3#?!", "Nf3,", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3", "g1f3", "g1-f3", " Nf3 ", "Nxf3"})
    EXPECT_EQ(read(fen::kInitial, text), "g1f3") << text;
  for (const std::string_view text : {"e4", "e2e4", "e2-e4", "Pe4", "Pe2-e4", "e4!!"})
    EXPECT_EQ(read(fen::kInitial, text), "e2e4") << text;
}

TEST(San, ReadsEnPassantAndPromotionInEveryDress) {
  for (const std::string_view text : {"exd6", "ed6", "exd6e.p.", "exd6 e.p.", "exd6ep", "e5xd6", "e5d6", "exd6+"})
    EXPECT_EQ(read("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", text), "e5d6") << text;
  for (const std::string_view text : {"e8=Q", "e8Q", "e8q", "e8/Q", "e8(Q)", "e7e8q", "e7-e8=Q+", "e8=Q#!!"})
    EXPECT_EQ(read("8/4P2k/8/8/8/8/8/4K3 w - - 0 1", text), "e7e8q") << text;
}

TEST(San, LowerCaseBIsAPawn) {
  const std::string_view both = "4k3/8/8/8/8/2n5/1P1B4/4K3 w - - 0 1";
  EXPECT_EQ(read(both, "bxc3"), "b2c3");
  EXPECT_EQ(read(both, "Bxc3"), "d2c3");
}

TEST(San, ReadsCastlingInEveryDress) {
  const std::string_view p = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  for (const std::string_view text : {"O-O", "0-0", "o-o", "OO", "O-O+", "0-0!", "e1g1", "e1h1", "Ke1-g1"})
    EXPECT_EQ(read(p, text), "e1g1") << text;
  for (const std::string_view text : {"O-O-O", "0-0-0", "o-o-o#", "e1c1", "e1a1"})
    EXPECT_EQ(read(p, text), "e1c1") << text;
  EXPECT_EQ(read("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "O-O"), "f1h1");
}

TEST(San, AmbiguousMovesNameTheWayOut) {
  const std::string_view knights = "4k3/8/8/8/8/1N3N2/8/K7 w - - 0 1";
  expect_error(knights, "Nd2", "\"Nd2\": 2 moves read so, write Nbd2 or Nfd2");
  expect_error("8/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e8", "the pawn becomes another piece there, write e8=");
  EXPECT_EQ(read(knights, "Nbd2"), "b3d2");
}

TEST(San, IllegalMovesSayWhy) {
  expect_error(fen::kInitial, "Nd5", "no knight of White's can go to d5");
  expect_error(fen::kInitial, "e5", "no pawn of White's can go to e5");
  expect_error(fen::kInitial, "e7e5", "White has no piece on e7");
  expect_error(fen::kInitial, "O-O", "castling needs empty squares");
  expect_error("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O", "the right to castle on that side is gone");
  expect_error("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "Nc3", "the king would be in check");
  expect_error("8/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e8=K", "become another piece");
}

TEST(San, NoMoves) {
  for (const std::string_view text :
       {"", "e", "e9", "Zf3", "Nf", "hello", "--", "0000", "12", "()", "=Q", "N f3 e", "Nbd2xe4f5", "+", "\x01\xff"})
    expect_error(fen::kInitial, text, "not a move");
  EXPECT_LT(read(fen::kInitial, std::string(100000, 'N')).size(), 200u);
}

TEST(San, Lines) {
  const Position p = Position::initial();
  const std::vector<Move> line = {Move{Square::E2, Square::E4}, Move{Square::E7, Square::E5},
                                  Move{Square::G1, Square::F3}};
  EXPECT_EQ(san::line_to_text(p, line), "1. e4 e5 2. Nf3");
  Position black = p;
  black.play(line[0]);
  EXPECT_EQ(san::line_to_text(black, {line[1], line[2]}), "1... e5 2. Nf3");
  EXPECT_EQ(san::line_to_text(p, {}), "");
}

RC_GTEST_PROP(SanProperty, EveryLegalMoveHasItsOwnTextAndReadsBack,
              (std::uint32_t start, const std::vector<std::uint32_t>& numbers)) {
  Position p = testing::start_position(start);
  for (const Move played : testing::playout(p, numbers)) {
    std::set<std::string> texts;
    const MoveList moves = legal_moves(p);
    for (const Move m : moves) {
      const std::string text = san::to_text(p, m);
      const Result<Move> again = san::parse(p, text);
      if (!again) RC_FAIL(again.error());
      RC_ASSERT(*again == m);
      RC_ASSERT(*san::parse(p, to_text(m, p.chess960())) == m);
      texts.insert(text);
    }
    RC_ASSERT(texts.size() == moves.size());
    p.play(played);
  }
}

RC_GTEST_PROP(SanProperty, AnyTextIsSafe, (const std::string& text)) {
  const Result<Move> m = san::parse(Position::initial(), text);
  if (m) RC_ASSERT(Position::initial().is_legal(*m));
}

}  // namespace
}  // namespace oknos
