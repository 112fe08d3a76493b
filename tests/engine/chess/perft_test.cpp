#include "engine/chess/perft.h"

#include <gtest/gtest.h>
#include <numeric>

#include "support/positions.h"

namespace oknos {
namespace {

using namespace test;

std::uint64_t count(Position position, int depth) {
  return perft(position, depth);
}

TEST(Perft, InitialPosition) {
  const Position p = Position::initial();
  EXPECT_EQ(count(p, 0), 1u);
  EXPECT_EQ(count(p, 1), 20u);
  EXPECT_EQ(count(p, 2), 400u);
  EXPECT_EQ(count(p, 3), 8902u);
  EXPECT_EQ(count(p, 4), 197281u);
  EXPECT_EQ(count(p, 5), 4865609u);
}

TEST(Perft, Kiwipete) {
  const Position p = position_from(kKiwipete);
  EXPECT_EQ(count(p, 1), 48u);
  EXPECT_EQ(count(p, 2), 2039u);
  EXPECT_EQ(count(p, 3), 97862u);
  EXPECT_EQ(count(p, 4), 4085603u);
}

TEST(Perft, LeavesThePositionAsItWas) {
  Position p = position_from(kKiwipete);
  const Key key = p.key();
  perft(p, 3);
  EXPECT_EQ(p.key(), key);
  EXPECT_EQ(fen::to_text(p), kKiwipete);
}

TEST(Perft, MatedAndStalematedHaveNoLines) {
  const Position mated = position_from("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1");
  EXPECT_EQ(count(mated, 0), 1u);
  for (int depth = 1; depth <= 3; ++depth) EXPECT_EQ(count(mated, depth), 0u);
}

TEST(Perft, StandardStartIsNumber518OfChess960) {
  EXPECT_EQ(count(chess960_start(518), 4), 197281u);
}

}  // namespace
}  // namespace oknos
