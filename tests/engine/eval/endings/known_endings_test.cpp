#include "engine/eval/endings/known_endings.h"

#include <gtest/gtest.h>

#include "engine/eval/incremental/evaluation.h"
#include "engine/eval/trace.h"
#include "support/positions.h"

namespace oknos::eval {
namespace {

using namespace test;

int white_value(const char* fen) {
  const Position p = position_from(fen);
  const Score total = evaluate(p).total();
  EXPECT_EQ(evaluate(mirrored(p)).total(), total) << fen;
  return (p.side_to_move() == Color::White ? total : -total).value();
}

int scale(const char* fen) {
  return trace(position_from(fen)).scale;
}

constexpr int kNothing = 60;  // centipawns: drawn, or as good as that
constexpr int kWinning = 300;

TEST(KnownEndings, DrawsAreWorthNothing) {
  for (const char* fen : {
           "4k3/8/8/3NN3/8/8/8/4K3 w - - 0 1",  // two knights
           "k7/8/8/8/P7/2B1K3/8/8 w - - 0 1",   // the wrong bishop
           "k7/P7/8/8/P7/2B1K3/8/8 w - - 0 1",  // ... with two pawns
           "7k/8/7P/8/7P/8/4K1B1/8 w - - 0 1",
           "4k3/8/8/3bR3/8/8/8/4K3 b - - 0 1",   // rook against bishop
           "4k3/8/3n4/4R3/8/8/8/4K3 b - - 0 1",  // ... against knight
       })
    EXPECT_LT(std::abs(white_value(fen)), kNothing) << fen;
}

// Material that does not win without pawns, wherever the men stand.
TEST(KnownEndings, PiecesThatDoNotWinAreWorthLittle) {
  constexpr int kLittle = 100;                                    // a piece more or less is 320 and more
  for (const char* fen : {"8/8/4k3/8/8/4K3/5R2/6r1 w - - 0 1",    // rook against rook
                          "k7/7r/2K5/8/8/8/8/6R1 w - - 0 1",      // ... with the king at the edge
                          "8/8/4k3/3r4/8/4K3/5RB1/8 w - - 0 1",   // rook and bishop against rook
                          "8/8/4k3/3r4/8/4K3/5RN1/8 w - - 0 1",   // rook and knight against rook
                          "8/8/4k3/3r1b2/8/4K3/5R2/8 w - - 0 1",  // the same of Black
                          "8/8/4k3/3q4/8/4K3/5Q2/8 w - - 0 1",    // queen against queen
                          "8/8/4k3/3q4/8/4K3/5QN1/8 w - - 0 1",   // queen and knight against queen
                          "8/8/4k3/3r1r2/8/4K3/5Q2/8 w - - 0 1",  // queen against two rooks
                          "8/8/4k3/3nn3/8/4K3/5Q2/8 w - - 0 1",   // ... two knights
                          "8/8/4k3/3n4/8/4K3/4BN2/8 w - - 0 1",   // bishop and knight against knight
                          "8/8/4k3/3b4/8/4K3/4BB2/8 w - - 0 1",   // two bishops against one
                          "8/8/4k3/3b4/8/4K3/4NN2/8 w - - 0 1",   // two knights against a bishop
                          "8/8/4k3/3bn3/8/4K3/4R3/8 w - - 0 1",   // rook against two minor pieces
                          "8/8/4k3/3rb3/8/4K3/4RR2/8 w - - 0 1",  // two rooks against rook and bishop
                          "4k3/8/8/3b4/8/8/4N3/4K3 w - - 0 1"})   // knight against bishop
    EXPECT_LT(std::abs(white_value(fen)), kLittle) << fen;
  EXPECT_GT(white_value("8/8/4k3/3r4/8/4K3/5RB1/8 w - - 0 1"), 0);
  EXPECT_GT(white_value("k7/8/8/3r4/8/4K3/5RB1/8 w - - 0 1"), white_value("8/8/4k3/3r4/8/4K3/5RB1/8 w - - 0 1"))
      << "at the edge there are chances";
  EXPECT_GT(white_value("8/8/4k3/3r4/8/4K3/5RR1/8 w - - 0 1"), kWinning) << "two rooks against one";
  EXPECT_GT(white_value("8/8/4k3/3n4/8/4K3/5BB1/8 w - - 0 1"), kWinning) << "two bishops against a knight";
}

// The king need not stand in the corner yet.
TEST(KnownEndings, RookPawnsDoNotWinAgainstAKingThatReachesTheCorner) {
  for (const char* fen : {"8/8/5k2/8/8/4K3/7P/5B2 b - - 0 1",  // two moves from the corner, the pawn far
                          "8/8/5k2/8/8/2K5/7P/5B2 w - - 0 1",
                          "8/6k1/8/7P/8/4K3/7P/5B2 w - - 0 1",  // two pawns
                          "7k/8/7P/7P/8/4K3/7P/8 w - - 0 1",    // three, and no bishop
                          "8/8/5k2/7P/8/1K6/7P/8 b - - 0 1"})
    EXPECT_EQ(white_value(fen), 0) << fen;
  for (const char* fen : {"8/8/5k2/8/8/4K3/7P/4B3 b - - 0 1",    // the right bishop
                          "8/5k2/7P/6K1/8/8/8/5B2 w - - 0 1",    // our king is as near
                          "8/8/8/2k5/8/6K1/7P/5B2 w - - 0 1",    // too far away
                          "8/8/5k2/8/8/4K3/6PP/5B2 b - - 0 1",   // another pawn
                          "8/8/5k2/8/P7/4K3/7P/5B2 b - - 0 1"})  // on both edges
    EXPECT_GT(white_value(fen), kWinning) << fen;
}

TEST(KnownEndings, QueenAgainstAPawnOnTheSeventh) {
  EXPECT_LT(white_value("8/8/7K/8/8/8/p1Q5/1k6 b - - 0 1"), kNothing) << "a rook pawn";
  EXPECT_GT(white_value("8/8/8/8/8/2K5/p2Q4/1k6 w - - 0 1"), kWinning) << "our king is near";
  EXPECT_GT(white_value("8/8/7K/8/8/8/1p2Q3/k7 w - - 0 1"), kWinning) << "no drawing file";
  EXPECT_GT(white_value("8/8/7K/p7/1k6/8/4Q3/8 b - - 0 1"), kWinning) << "not on the seventh";
}

TEST(KnownEndings, RookAgainstPawn) {
  EXPECT_GT(white_value("8/8/8/8/3p4/3k4/8/R2K4 w - - 0 1"), kWinning) << "our king stands before it";
  EXPECT_GT(white_value("1k6/8/8/8/3p4/8/8/R6K w - - 0 1"), kWinning) << "its king is far";
  EXPECT_LT(white_value("K7/8/8/8/8/3k4/3p4/7R w - - 0 1"), kNothing) << "we come too late";
}

TEST(KnownEndings, TheBareKingIsDriven) {
  EXPECT_GT(white_value("7k/8/5K2/8/8/8/8/R7 w - - 0 1"), white_value("8/8/8/4k3/8/8/8/R3K3 w - - 0 1"));
  EXPECT_GT(white_value("k7/8/1K6/8/8/8/8/5BN1 w - - 0 1"), kWinning);
  // The bishop is light: a8 and h1 are its corners.
  EXPECT_GT(white_value("k7/8/1K6/8/8/8/8/5BN1 w - - 0 1"), white_value("7k/8/6K1/8/8/8/8/5BN1 w - - 0 1"));
  EXPECT_GT(white_value("8/8/8/4k3/8/8/8/2BBK3 w - - 0 1"), kWinning);
  EXPECT_GT(white_value("8/8/8/4k3/8/8/4r3/1Q4K1 b - - 0 1"), 0);
  EXPECT_LT(white_value("8/8/8/4k3/8/8/8/4K1NN w - - 0 1"), kNothing);
  EXPECT_GT(white_value("8/8/8/4k3/8/8/8/4KNNN w - - 0 1"), kWinning);
}

TEST(EndingScale, DrawishEndingsKeepLittle) {
  EXPECT_EQ(scale("r4rk1/pppp1ppp/8/8/8/8/PPPPPPPP/R4RK1 w - - 0 1"), kFullScale);
  EXPECT_LT(scale("4k3/pp3p2/4b3/8/8/2B5/PPP2PP1/4K3 w - - 0 1"), kFullScale / 2) << "opposite bishops alone";
  EXPECT_EQ(scale("4k3/pp3p2/3b4/8/8/2B5/PPP2PP1/4K3 w - - 0 1"), kFullScale) << "of one colour";
  const int others = scale("r3k3/pp3p2/4b3/8/8/2B5/PPP2PP1/R3K3 w - - 0 1");
  EXPECT_LT(others, kFullScale);
  EXPECT_GT(others, kFullScale / 2);
  EXPECT_LT(scale("4k3/p7/2b5/8/8/4B3/8/3NK3 w - - 0 1"), kFullScale / 2) << "a piece more, and no pawn";
  EXPECT_LT(scale("2r1k3/p7/8/8/8/4B3/8/3RK3 w - - 0 1"), kFullScale / 3) << "rook and bishop against rook and pawn";
  EXPECT_EQ(scale("2r1k3/8/8/8/8/8/8/3QK2R w - - 0 1"), kFullScale);
  EXPECT_LT(scale("8/3k4/8/3P4/3K4/8/r7/7R w - - 0 1"), kFullScale / 2) << "the king stands before the pawn";
  EXPECT_GT(scale("7k/8/8/3P4/3K4/8/r7/6R1 w - - 0 1"), kFullScale / 2) << "cut off";
}

TEST(EndingScale, WeightsOfTheTraceStayRight) {
  const Trace t = trace(position_from("4k3/pp3p2/4b3/8/8/2B5/PPP2PP1/4K3 w - - 0 1"));
  EXPECT_EQ(t.ending, Trace::Ending::Scaled);
  EXPECT_EQ(trace(position_from("4k3/8/8/3NN3/8/8/8/4K3 w - - 0 1")).ending, Trace::Ending::Exact);
  EXPECT_EQ(trace(Position::initial()).ending, Trace::Ending::None);
}

}  // namespace
}  // namespace oknos::eval
