#include "engine/chess/fen.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/playout.h"

namespace oknos {
namespace {

std::string round_trip(std::string_view text, fen::CastlingStyle style = fen::CastlingStyle::Standard) {
  const Result<Position> p = fen::parse(text);
  return p ? fen::to_text(*p, style) : p.error();
}

void expect_refused(std::string_view text, std::string_view reason) {
  const Result<Position> p = fen::parse(text);
  ASSERT_FALSE(p.ok()) << text;
  EXPECT_NE(p.error().find(reason), std::string::npos) << "for " << text << "\nthe reason was: " << p.error();
}

TEST(Fen, InitialPosition) {
  EXPECT_EQ(fen::to_text(Position::initial()), fen::kInitial);
  EXPECT_EQ(round_trip(fen::kInitial), fen::kInitial);
  EXPECT_EQ(fen::parse(fen::kInitial)->key(), Position::initial().key());
}

TEST(Fen, MissingClocksAndWhiteSpace) {
  EXPECT_EQ(round_trip(" 4k3/8/8/8/8/8/8/4K3\tw  - -\r\n"), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  EXPECT_EQ(round_trip("4k3/8/8/8/8/8/8/4K3 b - - 7"), "4k3/8/8/8/8/8/8/4K3 b - - 7 1");
  EXPECT_EQ(round_trip("4k3/8/8/8/8/8/8/4K3 b - - 7 0"), "4k3/8/8/8/8/8/8/4K3 b - - 7 1");
  EXPECT_EQ(round_trip("4k3/8/8/8/8/8/8/4K3 b - - 9999 9999"), "4k3/8/8/8/8/8/8/4K3 b - - 9999 9999");
}

TEST(Fen, CastlingRightsInAllStyles) {
  const std::string_view standard = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  for (const std::string_view rights : {"KQkq", "HAha", "kqKQ", "KAhq", "AHkq"})
    EXPECT_EQ(round_trip("r3k2r/8/8/8/8/8/8/R3K2R w " + std::string(rights) + " - 0 1"), standard) << rights;
  EXPECT_EQ(round_trip(standard, fen::CastlingStyle::Shredder), "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1");
  EXPECT_FALSE(fen::parse("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1")->chess960());
}

TEST(Fen, OutermostRookHasTheStandardLetter) {
  // Two rooks on the king's side: K is the outer one, the inner one needs its file.
  const Result<Position> outer = fen::parse("4k3/8/8/8/8/8/8/1K3RR1 w K - 0 1");
  ASSERT_TRUE(outer.ok());
  EXPECT_EQ(outer->castling_rook(Color::White, CastlingSide::King), Square::G1);
  EXPECT_TRUE(outer->chess960());
  EXPECT_EQ(fen::to_text(*outer), "4k3/8/8/8/8/8/8/1K3RR1 w K - 0 1");
  EXPECT_EQ(round_trip("4k3/8/8/8/8/8/8/1K3RR1 w F - 0 1"), "4k3/8/8/8/8/8/8/1K3RR1 w F - 0 1");
  EXPECT_EQ(round_trip("rr2k3/8/8/8/8/8/8/4K3 w b - 0 1"), "rr2k3/8/8/8/8/8/8/4K3 w b - 0 1");
}

TEST(Fen, Chess960IsTakenFromThePlacement) {
  EXPECT_FALSE(fen::parse(fen::kInitial)->chess960());
  EXPECT_FALSE(fen::parse("1k6/8/8/8/8/8/8/1K5R w - - 0 1")->chess960());
  EXPECT_TRUE(fen::parse("1k6/8/8/8/8/8/8/1K5R w K - 0 1")->chess960());
  EXPECT_TRUE(fen::parse("1k6/8/8/8/8/8/8/4K1R1 w K - 0 1")->chess960());
  EXPECT_TRUE(fen::parse("r2k4/8/8/8/8/8/8/4K2R w Kq - 0 1")->chess960());
}

TEST(Fen, EnPassantIsKeptOnlyWhereItCanBeTaken) {
  EXPECT_EQ(round_trip("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 5"), "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 5");
  EXPECT_EQ(round_trip("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 5"), "4k3/8/8/3p4/8/8/8/4K3 w - - 0 5");
  // Pinned.
  EXPECT_EQ(round_trip("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 5"), "4r1k1/8/8/3pP3/8/8/8/4K3 w - - 0 5");
}

TEST(Fen, BoardErrors) {
  expect_refused("", "board is missing");
  expect_refused("4k3/8/8/8/8/8/4K3 w - - 0 1", "8 ranks");
  expect_refused("4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "8 ranks");
  expect_refused("4k3/8/8/8/8/8/8/4K3/ w - - 0 1", "8 ranks");
  expect_refused("4k4/8/8/8/8/8/8/4K3 w - - 0 1", "rank 8 \"4k4\": describes more than 8");
  expect_refused("4k3/8/7/8/8/8/8/4K3 w - - 0 1", "rank 6 \"7\": describes 7 squares");
  expect_refused("4k3/8//8/8/8/8/4K3 w - - 0 1", "rank 6 \"\": describes 0 squares");
  expect_refused("4k3/8/4x3/8/8/8/8/4K3 w - - 0 1", "\"x\" is neither");
  expect_refused("4k3/9/8/8/8/8/8/4K3 w - - 0 1", "\"9\" is neither");
  expect_refused("4k3/0pppppppp/8/8/8/8/8/4K3 w - - 0 1", "\"0\" is neither");
}

TEST(Fen, MenErrors) {
  expect_refused("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has 0 kings");
  expect_refused("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "White has 2 kings");
  expect_refused("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "pawn on h8");
  expect_refused("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "pawn on a1");
  expect_refused("4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "Black has 9 pawns");
  expect_refused("4k3/8/8/8/8/NNNNNNNN/NNNNNNNN/4K3 w - - 0 1", "White has 17 men");
}

// Composed positions may have any promoted pieces; even 15 queens do not have more moves than a list holds.
TEST(Fen, ManyPromotedPiecesAreAccepted) {
  const Result<Position> p = fen::parse("2Q1QQ2/Q6Q/1Q3Q2/3Q4/Q5QK/Q1Q1Q3/7k/1Q3Q2 w - - 0 1");
  ASSERT_TRUE(p.ok());
  EXPECT_EQ(count_legal_moves(*p), 225);
  EXPECT_LE(legal_moves(*p).size(), kMaxMoves);
}

// What is composed may have more men than a game begins with, as long as their moves can be listed.
TEST(Fen, LargeArmiesCanBePlayedWhenComposed) {
  for (const char* text :
       {"rnbqkbnr/pppppppp/qqqqqqqq/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/NNNNNNNN/NNNNNNNN/4K3 w - - 0 1", "4k3/8/8/8/QQQQQQ2/QQQQQQQQ/QQQQQQQQ/QQQQQQQK b - - 0 1",
        "QQQQQQBk/Q6B/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1"}) {
    EXPECT_FALSE(fen::parse(text).ok()) << text;
    const Result<Position> p = fen::parse(text, fen::Origin::Composed);
    ASSERT_TRUE(p.ok()) << p.error();
    EXPECT_LE(legal_moves(*p).size(), kMaxMoves) << text;
  }
  for (const char* text : {"4k3/8/8/8/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ w - - 0 1",
                           "4k3/8/8/8/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQK/ w - - 0 1",
                           "4k3/8/PPPPPPPP/PPPPPPPP/8/NNNNNNNN/8/4K3 w - - 0 1"})
    EXPECT_FALSE(fen::parse(text, fen::Origin::Composed).ok()) << text;
}

TEST(Fen, ThreeCheckersCanBePlayedWhenComposed) {
  const Result<Position> p = fen::parse("4k3/8/3N1N2/8/8/8/8/4RK2 b - - 0 1", fen::Origin::Composed);
  ASSERT_TRUE(p.ok()) << p.error();
  EXPECT_EQ(count_legal_moves(*p), 2);  // d8 and f8
}

std::vector<std::string> left_out_of(std::string_view text, std::string_view rest) {
  std::vector<std::string> left_out;
  const Result<Position> p = fen::parse_playable(text, left_out);
  EXPECT_EQ(p ? fen::to_text(*p) : p.error(), rest) << text;
  return left_out;
}

TEST(Fen, WhatDoesNotKeepFromPlayingIsLeftOut) {
  using None = std::vector<std::string>;
  const std::string_view king_and_rook = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
  EXPECT_EQ(left_out_of("4k3/8/8/8/8/8/8/4K2R w K - 0 1", king_and_rook), None{});
  EXPECT_EQ(left_out_of("4k3/8/8/8/8/8/8/4K2R w K - bm Rh8; id \"x y\";", king_and_rook), None{});
  EXPECT_EQ(left_out_of("4k3/8/8/8/8/8/8/4K2R w K - 0 1 bm Rh8; id \"x\";", king_and_rook), None{});
  EXPECT_EQ(left_out_of("4k3/8/8/8/8/8/8/4K2R w K -;D1 15", king_and_rook), None{});
  EXPECT_EQ(left_out_of("4k3/8/8/8/8/8/8/4K2R w KQkq e6 0 1", king_and_rook).size(), 4U);
  EXPECT_EQ(left_out_of("4k3/8/8/8/8/8/8/4K2R w K z9 -7 99999", king_and_rook).size(), 3U);
  EXPECT_EQ(left_out_of("4k3/8/8/8/8/8/8/4K2R w KX - 0 1", king_and_rook),
            None{"castling rights \"KX\": \"X\" is not one of KQkq, A-H, a-h, -; left out"});
  std::vector<std::string> left_out;
  for (const char* text : {"", "8/8/8/8/8/8/8/8 w - -", "4k3/8/8/8/8/8/8/4K3 x - -", "P3k3/8/8/8/8/8/8/4K3 w - -",
                           "4k3/8/8/8/8/8/4R3/4K3 w - -", "2k1K3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3"})
    EXPECT_FALSE(fen::parse_playable(text, left_out).ok()) << text;
}

TEST(Fen, CheckErrors) {
  expect_refused("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "the king on e8 could be taken from e1");
  expect_refused("8/8/8/8/8/3k4/4K3/8 w - - 0 1", "could be taken");
  expect_refused("4k3/8/3N1N2/8/8/8/8/4RK2 b - - 0 1", "3 men check the king on e8");
  // Two checkers on one line never came there by a move, but standard test positions have them.
  EXPECT_TRUE(fen::parse("B6b/8/8/8/2K5/5k2/8/b6B b - - 0 1").ok());
}

TEST(Fen, CastlingErrors) {
  expect_refused("4k3/8/8/8/8/8/8/4K2R w X - 0 1", "\"X\" is not one of KQkq");
  expect_refused("4k3/8/8/8/8/8/8/4K2R w Q - 0 1", "White has no rook on that side");
  expect_refused("4k3/8/8/8/8/8/4K3/7R w K - 0 1", "White has no king on its back rank");
  expect_refused("4k3/8/8/8/8/8/8/4K2R w k - 0 1", "Black has no rook");
  expect_refused("4k3/8/8/8/8/8/8/4K2R w G - 0 1", "White has no rook on g1");
  expect_refused("4k2R/8/8/8/8/8/8/4K3 w h - 0 1", "Black has no rook on h8");
  expect_refused("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "twice");
  expect_refused("4k3/8/8/8/8/8/8/4K1RR w KG - 0 1", "twice");
  expect_refused("4k3/8/8/8/8/8/8/4K2R w K- - 0 1", "\"-\" is not one of");
}

TEST(Fen, EnPassantErrors) {
  expect_refused("4k3/8/8/3pP3/8/8/8/4K3 w - d9 0 5", "must be a square or -");
  expect_refused("4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 5", "rank 6 when White is to move");
  expect_refused("4k3/8/8/4P3/3p4/8/8/4K3 b - e6 0 5", "rank 3 when Black is to move");
  expect_refused("4k3/8/8/3pP3/8/8/8/4K3 w - c6 0 5", "there must be a pawn of Black on c5");
  expect_refused("4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 5", "d6 and d7 must be empty");
  expect_refused("4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 5", "d6 and d7 must be empty");
}

TEST(Fen, ChecksBesideEnPassant) {
  // The pawn itself, and a line that it opened.
  EXPECT_TRUE(fen::parse("4k3/8/8/3pP3/4K3/8/8/8 w - d6 0 5").ok());
  EXPECT_TRUE(fen::parse("q3k3/8/8/2KpP3/8/8/8/8 w - - 0 5").ok());
  EXPECT_TRUE(fen::parse("4k1b1/8/8/3pP3/8/1K6/8/8 w - - 0 5").ok());
  EXPECT_TRUE(fen::parse("4k3/8/2b5/3pP3/8/8/8/7K w - d6 0 5").ok());
  EXPECT_TRUE(fen::parse("4k3/1b1p4/8/3pP3/K7/8/8/8 w - - 0 5").ok());
  const std::string_view composed = "4k3/8/8/3pP3/8/5n2/8/4K3 w - d6 0 5";
  expect_refused(composed, "d7d5 cannot have given the check from f3");
  const Result<oknos::Setup> setup = fen::parse_setup(composed);
  ASSERT_TRUE(setup.ok());
  EXPECT_TRUE(fen::check(*setup).has_value());
  EXPECT_FALSE(fen::check(*setup, fen::Origin::Composed).has_value());
}

TEST(Fen, OtherFieldErrors) {
  expect_refused("4k3/8/8/8/8/8/8/4K3", "side to move is missing");
  expect_refused("4k3/8/8/8/8/8/8/4K3 w -", "en passant square is missing");
  expect_refused("4k3/8/8/8/8/8/8/4K3 W - - 0 1", "must be w or b");
  expect_refused("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "halfmove clock \"-1\"");
  expect_refused("4k3/8/8/8/8/8/8/4K3 w - - x 1", "halfmove clock \"x\"");
  expect_refused("4k3/8/8/8/8/8/8/4K3 w - - 0 10000", "move number \"10000\"");
  expect_refused("4k3/8/8/8/8/8/8/4K3 w - - 99999999999999999999 1", "halfmove clock");
  expect_refused("4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves", "nothing may follow");
}

TEST(Fen, ErrorsAreOneShortLine) {
  const Result<Position> p = fen::parse(std::string(100000, '\n') + std::string(100000, 'k') + "\x01");
  ASSERT_FALSE(p.ok());
  EXPECT_LT(p.error().size(), 400u);
  EXPECT_EQ(p.error().find('\n'), std::string::npos);
}

TEST(Fen, WhatFollowsIsHandedBack) {
  std::string_view rest;
  ASSERT_TRUE(fen::parse_setup("4k3/8/8/8/8/8/8/4K3 w - - 3 4 moves e1e2", &rest).ok());
  EXPECT_EQ(rest, " moves e1e2");
  ASSERT_TRUE(fen::parse_setup("4k3/8/8/8/8/8/8/4K3 w - - bm Kd1;", &rest).ok());
  EXPECT_EQ(rest, " bm Kd1;");
  const Result<oknos::Setup> setup = fen::parse_setup("4k3/8/8/8/8/8/8/4K3 w - - 3 4;20;400", &rest);
  ASSERT_TRUE(setup.ok());
  EXPECT_EQ(rest, ";20;400");
  EXPECT_EQ(setup->halfmove_clock, 3);
  EXPECT_EQ(setup->fullmove_number, 4);
}

TEST(Fen, SetupsFromElsewhereAreChecked) {
  oknos::Setup setup = *fen::parse_setup("1k6/8/8/8/8/8/8/1K5R w K - 0 1");
  EXPECT_FALSE(fen::check(setup).has_value());
  setup.chess960 = false;
  EXPECT_TRUE(fen::check(setup).has_value());
  setup = *fen::parse_setup("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
  std::swap(setup.castling_rook[0][0], setup.castling_rook[0][1]);
  EXPECT_TRUE(fen::check(setup).has_value());
  setup = *fen::parse_setup("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  setup.fullmove_number = 0;
  EXPECT_TRUE(fen::check(setup).has_value());
}

RC_GTEST_PROP(FenProperty, PlayoutsReadBack, (std::uint32_t start, const std::vector<std::uint32_t>& numbers)) {
  Position p = testing::start_position(start);
  for (const Move m : testing::playout(p, numbers)) {
    p.play(m);
    for (const auto style : {fen::CastlingStyle::Standard, fen::CastlingStyle::Shredder}) {
      const std::string text = fen::to_text(p, style);
      const Result<Position> again = fen::parse(text);
      if (!again) RC_FAIL(again.error());
      RC_ASSERT(fen::to_text(*again, style) == text);
      RC_ASSERT(again->key() == p.key());
      RC_ASSERT(again->game_ply() == p.game_ply());
    }
  }
}

RC_GTEST_PROP(FenProperty, AnyTextIsSafe, (const std::string& text)) {
  const Result<Position> p = fen::parse(text);
  if (!p) RC_ASSERT(!p.error().empty());
}

}  // namespace
}  // namespace oknos
