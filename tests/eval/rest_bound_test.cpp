// W: the rest keeps to it here and in all positions up to three moves on, null moves among them.
#include <gtest/gtest.h>
#include <iterator>

#include "eval/bounds_support.h"
#include "eval/eval_positions.h"
#include "eval/evaluation.h"
#include "eval/rest_width.h"
#include "support/positions.h"

namespace oknos::eval {
namespace {

using namespace test;

constexpr std::uint32_t kSeed = 4711;
constexpr int kMoves = 3;

struct Farthest {
  int rest = 0;
  std::string where;
};

// The largest rest within the next moves. A random part of the moves where there are many of them; all at the last ply
// and those that change the material always.
void reach(Position& p, int moves, int branches, std::mt19937& random, Farthest& out) {
  const int rest = std::abs(evaluate(p).rest.value());
  if (rest > out.rest) out = {rest, fen::to_text(p)};
  if (moves == 0) return;
  MoveList chosen;
  const MoveList all = legal_moves(p);
  for (const Move m : all)
    if (p.is_tactical(m) || static_cast<int>(random() % all.size()) < branches) chosen.push_back(m);
  for (const Move m : chosen) {
    const MadeMove made(p, m);
    reach(p, moves - 1, branches, random, out);
  }
  if (p.in_check()) return;
  const NullMove passed(p);
  reach(p, moves - 1, branches, random, out);
}

std::string broken(Position& p, int branches, std::mt19937& random) {
  Farthest far;
  reach(p, kMoves, branches, random, far);
  const int bound = rest_bound(p).value();
  if (far.rest <= bound) return "";
  return fen::to_text(p) + ": bound " + std::to_string(bound) + ", rest " + std::to_string(far.rest) + " in " +
         far.where + ", seed " + std::to_string(kSeed);
}

TEST(RestBound, HoldsForThreeMovesFromPositionsOfEveryKind) {
  constexpr int kBranches = 2;
  std::mt19937 random(kSeed);
  for (const std::string& name : position_files())
    for (const Position& start : positions_of(name, name == "openings" ? 60 : 20)) {
      Position p = start;
      ASSERT_EQ(broken(p, kBranches, random), "") << name;
    }
}

// Few men of every kind, with pawns about to promote: there the known endings are near.
TEST(RestBound, HoldsForThreeMovesFromFewMen) {
  constexpr int kPositions = 1500;
  constexpr int kBranches = 3;
  std::mt19937 random(kSeed);
  for (int i = 0; i < kPositions; ++i) {
    Position p(random_setup(random, {1 + i % 4, i % 2 == 0, i % 5 == 0, false}));
    ASSERT_EQ(broken(p, kBranches, random), "");
  }
}

TEST(RestBound, IsNarrowInTheMiddlegame) {
  EXPECT_EQ(rest_bound(Position::initial()), Score{220});
  EXPECT_EQ(rest_bound(position_from(kKiwipete)), Score{220});
  // Two queens, or three rooks and a bishop, may go before it widens.
  EXPECT_EQ(rest_bound(position_from("r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 0 1")),
            Score{220});
  EXPECT_GT(rest_bound(position_from("4k3/pp3ppp/4r3/8/8/4R3/PP3PPP/4K3 w - - 0 1")), Score{220});
}

TEST(RestWidth, NeverFallsWhenMenLeave) {
  for (int weight = 0; weight < 30; ++weight)
    for (int pawns = 0; pawns <= 16; ++pawns) {
      EXPECT_EQ(rest_width(weight, pawns) % 2, 0);
      EXPECT_GE(rest_width(weight, pawns), rest_width(weight + 1, pawns));
      EXPECT_GE(rest_width(weight, pawns), rest_width(weight, pawns + 1));
    }
}

TEST(Saturate, IsTheIdentityThenHalfTheSlopeThenTheWidth) {
  EXPECT_EQ(saturate(0, 200), 0);
  EXPECT_EQ(saturate(100, 200), 100);
  EXPECT_EQ(saturate(-100, 200), -100);
  EXPECT_EQ(saturate(140, 200), 120);
  EXPECT_EQ(saturate(300, 200), 200);
  EXPECT_EQ(saturate(301, 200), 200);
  EXPECT_EQ(saturate(5000, 200), 200);
  for (int x = -500; x <= 500; ++x) {
    EXPECT_EQ(saturate(-x, 200), -saturate(x, 200));
    EXPECT_LE(saturate(x, 200), saturate(x + 1, 200));
  }
}

}  // namespace
}  // namespace oknos::eval
