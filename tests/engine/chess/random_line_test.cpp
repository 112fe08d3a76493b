#include "engine/chess/random_line.h"

#include <gtest/gtest.h>

#include "engine/chess/movegen.h"

namespace oknos {
namespace {

TEST(RandomLine, TheSameNumbersGiveTheSameLegalLine) {
  for (const RandomMoves kind : {RandomMoves::Uniform, RandomMoves::Weighted}) {
    RandomNumbers random(5), again(5);
    const auto line = random_line(random, kind, Position::initial(), 9);
    ASSERT_TRUE(line.has_value());
    EXPECT_EQ(line->size(), 9U);
    EXPECT_EQ(*line, *random_line(again, kind, Position::initial(), 9));
    Position position = Position::initial();
    for (const Move m : *line) {
      const MoveList legal = legal_moves(position);
      EXPECT_NE(std::find(legal.begin(), legal.end(), m), legal.end());
      position.play(m);
    }
  }
}

// From the initial position there are 16 moves of pawns and 4 of knights, with the weights 35 and 15.
TEST(RandomLine, WeightsAreThoseOfPieces) {
  constexpr int kLines = 4000;
  const auto share_of_knights = [](RandomMoves kind) {
    RandomNumbers random(1);
    int knights = 0;
    for (int i = 0; i < kLines; ++i) {
      const Position start = Position::initial();
      const auto line = random_line(random, kind, start, 1);
      knights += type_of(start.piece_on(line->front().from())) == PieceType::Knight;
    }
    return static_cast<double>(knights) / kLines;
  };
  constexpr double kFiveErrors = 0.04;  // standard errors of a share
  EXPECT_NEAR(share_of_knights(RandomMoves::Uniform), 0.2, kFiveErrors);
  EXPECT_NEAR(share_of_knights(RandomMoves::Weighted), 0.3, kFiveErrors);
}

TEST(RandomLine, NothingWhereTheGameEnds) {
  RandomNumbers random(1);
  EXPECT_FALSE(random_line(random, RandomMoves::Uniform, Position::initial(), 5000).has_value());
}

}  // namespace
}  // namespace oknos
