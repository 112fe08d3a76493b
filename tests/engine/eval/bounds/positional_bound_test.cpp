// W: the positional part keeps to it here and in all positions up to so many moves on, null moves besides.
#include "engine/eval/bounds/positional_bound.h"

#include <gtest/gtest.h>
#include <iterator>

#include "engine/eval/bounds_support.h"
#include "engine/eval/eval_positions.h"
#include "engine/eval/evaluator.h"
#include "engine/eval/incremental/evaluation.h"
#include "support/positions.h"

namespace oknos::eval {
namespace {

using namespace test;

constexpr std::uint32_t kSeed = 4711;

// The positional part of a position may be as large as the width that its men allow; so the bound must be as large as
// the largest of these, whether a positional part of that size was met or not.
struct Farthest {
  int positional = 0;
  int width = 0;
  std::string where;
};

int width_of(const Position& p) {
  int weight = 0;
  for_each_square(p.pieces(),
                  [&](Square s) { weight += kPhaseWeight[static_cast<std::size_t>(index(type_of(p.piece_on(s))))]; });
  return positional_bound(weight, popcount(p.pieces(PieceType::Pawn)));
}

// The largest positional part within the next moves. A random part of the moves where there are many of them; all at
// the last ply and those that change the material always.
void reach(Position& p, int moves, int branches, std::mt19937& random, Farthest& out) {
  const int positional = std::abs(evaluate(p).positional.value());
  out.positional = std::max(out.positional, positional);
  if (const int width = width_of(p); width > out.width) {
    out.width = width;
    out.where = fen::to_text(p);
  }
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

std::string broken(Position& p, int moves, int branches, Score bound, std::mt19937& random) {
  Farthest far;
  reach(p, moves, branches, random, far);
  if (far.positional <= bound.value() && far.width <= bound.value()) return "";
  return fen::to_text(p) + ": bound " + std::to_string(bound.value()) + " for " + std::to_string(moves) +
         " moves, positional part " + std::to_string(far.positional) + ", width " + std::to_string(far.width) + " in " +
         far.where + ", seed " + std::to_string(kSeed);
}

// Of the position, and of those after its moves as it is known beforehand.
std::string broken(Position& p, int branches, std::mt19937& random) {
  for (int moves = 0; moves <= kMovesAhead; ++moves)
    if (std::string s = broken(p, moves, branches, positional_bound(p, moves), random); !s.empty()) return s;
  for (const Move m : legal_moves(p))
    for (int moves = 0; moves < kMovesAhead; ++moves) {
      const Score bound = positional_bound_after(p, m, moves);
      const MadeMove made(p, m);
      if (std::string s = broken(p, moves, moves > 1 ? 0 : branches, bound, random); !s.empty()) return s;
    }
  return "";
}

TEST(PositionalBound, HoldsForThreeMovesFromPositionsOfEveryKind) {
  constexpr int kBranches = 2;
  std::mt19937 random(kSeed);
  for (const std::string& name : position_files())
    for (const Position& start : positions_of(name, name == "openings" ? 60 : 20)) {
      Position p = start;
      ASSERT_EQ(broken(p, kBranches, random), "") << name;
    }
}

// Few men of every kind, with pawns about to promote: there the known endings are near.
TEST(PositionalBound, HoldsForThreeMovesFromFewMen) {
  constexpr int kPositions = 1500;
  constexpr int kBranches = 3;
  std::mt19937 random(kSeed);
  for (int i = 0; i < kPositions; ++i) {
    Position p(random_setup(random, {1 + i % 4, i % 2 == 0, i % 5 == 0, false}));
    ASSERT_EQ(broken(p, kBranches, random), "");
  }
}

// b7xa8N, Kxg3, c7xd8N: two queens and three pawns less in three moves.
TEST(PositionalBound, APromotionThatTakesCostsAPawnAndAPieceAtOnce) {
  constexpr int kAll = 1000;
  std::mt19937 random(kSeed);
  Position p = position_from("q2q4/1PP4p/8/8/8/6P1/6k1/2K5 w - - 0 1");
  EXPECT_EQ(broken(p, kAll, random), "");
  Position sixth = position_from("1q5r/7p/P7/8/8/6P1/6k1/2K5 w - - 0 1");  // a7 and a7xb8, a null move between
  EXPECT_EQ(broken(sixth, kAll, random), "");
}

TEST(PositionalBound, IsNarrowInTheMiddlegame) {
  EXPECT_EQ(positional_bound(Position::initial()), Score{220});
  EXPECT_EQ(positional_bound(position_from(kKiwipete)), Score{220});
  // Two queens, or three rooks and a bishop, may go before it widens.
  EXPECT_EQ(positional_bound(position_from("r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 0 1")),
            Score{220});
  EXPECT_GT(positional_bound(position_from("4k3/pp3ppp/4r3/8/8/4R3/PP3PPP/4K3 w - - 0 1")), Score{220});
}

TEST(PositionalBound, GrowsWithTheMoves) {
  const Position p = position_from("4k3/pp3ppp/4r3/8/8/4R3/PP3PPP/4K3 w - - 0 1");
  EXPECT_EQ(positional_bound(p, 0), Score{width_of(p)});
  for (int moves = 0; moves < kMovesAhead; ++moves)
    EXPECT_LE(positional_bound(p, moves), positional_bound(p, moves + 1));
  EXPECT_LT(positional_bound(p, 0), positional_bound(p, 2));
}

TEST(PositionalWidth, NeverFallsWhenMenLeave) {
  for (int weight = 0; weight < 30; ++weight)
    for (int pawns = 0; pawns <= 16; ++pawns) {
      EXPECT_EQ(positional_bound(weight, pawns) % 2, 0);
      EXPECT_GE(positional_bound(weight, pawns), positional_bound(weight + 1, pawns));
      EXPECT_GE(positional_bound(weight, pawns), positional_bound(weight, pawns + 1));
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
