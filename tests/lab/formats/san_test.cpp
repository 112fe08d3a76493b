#include "lab/formats/san.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <set>

#include "engine/chess/notation.h"
#include "support/contains.h"
#include "support/playout.h"

namespace oknos {
namespace {

Position at(std::string_view fen) {
  return *fen::parse(fen);
}

// The move that the text names, in UCI's way, or the error.
std::string read(std::string_view fen, std::string_view text) {
  const Position p = at(fen);
  const Result<Move> m = san::parse(p, text);
  return m ? to_text(*m, p.chess960()) : m.error();
}

TEST(San, IsWritten) {
  const std::string_view knights = "4k3/8/8/8/8/1N3N2/8/K7 w - - 0 1", rooks = "7k/8/R7/8/8/8/R7/6K1 w - - 0 1",
                         queens = "6k1/8/8/8/Q2Q4/8/8/Q6K w - - 0 1";
  const struct {
    std::string_view fen, move, text;
  } cases[] = {
      {fen::kInitial, "g1f3", "Nf3"},
      {fen::kInitial, "e2e4", "e4"},
      {knights, "b3d2", "Nbd2"},
      {knights, "b3a5", "Na5"},
      {rooks, "a2a4", "R2a4"},
      {rooks, "a6h6", "Rh6+"},
      {queens, "a4d1", "Qa4d1"},
      {queens, "d4d1", "Qdd1"},
      {queens, "a1d1", "Q1d1"},
      // The knight on e2 must stay between king and rook, so the other one needs no origin to go to c3.
      {"4r1k1/8/8/8/8/8/N3N3/4K3 w - - 0 1", "a2c3", "Nc3"},
      {"6k1/8/8/8/8/8/N3N3/4K3 w - - 0 1", "a2c3", "Nac3"},
      {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5"},
      {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"},
      {"3n4/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "exd8=Q"},
      {"8/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e7e8n", "e8=N"},
      {"r3k3/8/8/8/8/8/8/4K2R b Kq - 0 1", "e8c8", "O-O-O"},
      {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"},
      {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"},
      {"6k1/5pp1/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8+"},
      {"7k/8/8/8/8/2N5/1B6/K7 w - - 0 1", "c3e4", "Ne4+"},  // discovered
      {"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7", "Qf7"},    // stalemate is no mate
  };
  for (const auto& c : cases) {
    const Position p = at(c.fen);
    const std::optional<Move> m = move_from_text(p, c.move);
    EXPECT_EQ(m ? san::to_text(p, *m) : "illegal", c.text) << c.fen;
  }
}

TEST(San, IsReadInEveryDress) {
  const std::string_view castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
                         pawn_or_bishop = "4k3/8/8/8/8/2n5/1P1B4/4K3 w - - 0 1";
  const struct {
    std::string_view fen, move;
    std::vector<std::string_view> texts;
  } cases[] = {
      {fen::kInitial, "g1f3", {"Nf3", "Nf3!", "Nf3+", "Nf3#?!", "Nf3,", "Ngf3", "N1f3", "Ng1f3"}},
      {fen::kInitial, "g1f3", {"Ng1-f3", "g1f3", "g1-f3", " Nf3 ", "Nxf3"}},
      {fen::kInitial, "e2e4", {"e4", "e2e4", "e2-e4", "Pe4", "Pe2-e4", "e4!!"}},
      {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
       "e5d6",
       {"exd6", "ed6", "exd6e.p.", "exd6 e.p.", "exd6ep", "e5xd6", "e5d6", "exd6+"}},
      {"8/4P2k/8/8/8/8/8/4K3 w - - 0 1",
       "e7e8q",
       {"e8=Q", "e8Q", "e8q", "e8/Q", "e8(Q)", "e7e8q", "e7-e8=Q+", "e8=Q#!!"}},
      {pawn_or_bishop, "b2c3", {"bxc3"}},
      {pawn_or_bishop, "d2c3", {"Bxc3"}},
      {castling, "e1g1", {"O-O", "0-0", "o-o", "OO", "O-O+", "0-0!", "e1g1", "e1h1", "Ke1-g1"}},
      {castling, "e1c1", {"O-O-O", "0-0-0", "o-o-o#", "e1c1", "e1a1"}},
      {"4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1h1", {"O-O"}},
  };
  for (const auto& c : cases)
    for (const std::string_view text : c.texts) EXPECT_EQ(read(c.fen, text), c.move) << text;
}

TEST(San, WhatIsWrongIsSaid) {
  const struct {
    std::string_view fen, text, reason;
  } cases[] = {
      {"4k3/8/8/8/8/1N3N2/8/K7 w - - 0 1", "Nd2", "\"Nd2\": 2 moves read so, write Nbd2 or Nfd2"},
      {"8/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e8", "the pawn becomes another piece there, write e8="},
      {"8/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e8=K", "become another piece"},
      {fen::kInitial, "Nd5", "no knight of White's can go to d5"},
      {fen::kInitial, "e5", "no pawn of White's can go to e5"},
      {fen::kInitial, "e7e5", "White has no piece on e7"},
      {fen::kInitial, "O-O", "castling needs empty squares"},
      {"4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O", "the right to castle on that side is gone"},
      {"4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "Nc3", "the king would be in check"},
  };
  for (const auto& c : cases) EXPECT_TRUE(test::contains(read(c.fen, c.text), c.reason)) << c.text;
  for (const std::string_view text :
       {"", "e", "e9", "Zf3", "Nf", "hello", "--", "0000", "12", "()", "=Q", "N f3 e", "Nbd2xe4f5", "+", "\x01\xff"})
    EXPECT_TRUE(test::contains(read(fen::kInitial, text), "not a move")) << text;
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
