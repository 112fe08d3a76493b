#include "lab/solving/mate_line.h"

#include <gtest/gtest.h>
#include <string>

#include "support/positions.h"

namespace oknos::lab {
namespace {

// White mates in two: 1. Ra7 Kg8 (or any other move along the last rank) 2. Rb8#.
constexpr std::string_view kTwoRooks = "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1";

MateLine judged(std::string_view fen, const std::string& moves, Score score) {
  const Position start = test::position_from(fen);
  Position now = start;
  std::vector<Move> line;
  std::size_t at = 0;
  while (at < moves.size()) {
    const std::size_t end = std::min(moves.find(' ', at), moves.size());
    line.push_back(test::move_in(now, moves.substr(at, end - at)));
    now.play(line.back());
    at = end + 1;
  }
  return mate_line(start, line, score);
}

TEST(MateLine, OfNoMateIsNone) {
  EXPECT_EQ(judged(kTwoRooks, "a2a7", Score{900}), MateLine::None);
}

TEST(MateLine, EndsInTheMateOfTheScore) {
  EXPECT_EQ(judged(kTwoRooks, "a2a7 h8g8 b1b8", mate_in(3)), MateLine::Mates);
  EXPECT_EQ(judged("6k1/R7/8/8/8/8/8/1R4K1 b - - 0 1", "g8f8 b1b8", mated_in(2)), MateLine::Mates);
}

TEST(MateLine, MayBeTooShortToTell) {
  EXPECT_EQ(judged(kTwoRooks, "a2a7", mate_in(3)), MateLine::Short);
  EXPECT_EQ(judged(kTwoRooks, "a2a7 h8g8", mate_in(3)), MateLine::Short);
}

TEST(MateLine, MayContradictTheScore) {
  EXPECT_EQ(judged(kTwoRooks, "a2a7 h8g8 b1b8", mate_in(5)), MateLine::Wrong) << "a mate in another number of moves";
  EXPECT_EQ(judged(kTwoRooks, "a2a7 h8g8 b1b7", mate_in(3)), MateLine::Wrong) << "no mate where it should be";
  EXPECT_EQ(judged(kTwoRooks, "a2a7 h8g8 b1b8", mated_in(4)), MateLine::Wrong) << "the other side is mated";
}

TEST(MateLine, ContradictsTheScoreWithADraw) {
  EXPECT_EQ(judged("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7", mate_in(5)), MateLine::Wrong) << "stalemate";
  EXPECT_EQ(judged("7k/8/8/8/8/8/1r6/K7 w - - 0 1", "a1b2", mate_in(9)), MateLine::Wrong) << "two kings";
  EXPECT_EQ(judged("7k/8/8/8/8/8/R7/1R4K1 w - - 99 80", "a2a3", mate_in(5)), MateLine::Wrong) << "fifty moves";
}

TEST(MateLine, OfNoMovesIsTooShort) {
  EXPECT_EQ(judged(kTwoRooks, "", mate_in(3)), MateLine::Short);
}

}  // namespace
}  // namespace oknos::lab
