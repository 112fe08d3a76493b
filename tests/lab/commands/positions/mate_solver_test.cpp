#include "lab/commands/positions/mate_solver.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>

#include "engine/chess/fen.h"
#include "engine/chess/movegen.h"
#include "lab/commands/positions/mine.h"
#include "lab/commands/positions/random_setup.h"
#include "lab/commands/positions/searcher.h"
#include "lab/formats/san.h"
#include "lab/terminal/words.h"

namespace oknos::lab {
namespace {

Position position(const std::string& fen) {
  auto p = fen::parse(fen);
  EXPECT_TRUE(p.ok()) << fen;
  return *p;
}

// In alphabetical order.
std::string in_words(const Position& p, const std::vector<Move>& moves) {
  std::vector<std::string> names;
  for (const Move m : moves) names.push_back(san::to_text(p, m));
  std::sort(names.begin(), names.end());
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : " ") + name;
  return out;
}

struct Case {
  std::string fen;
  int moves;
  std::string first;
};

TEST(MateSolver, FindsTheShortestMateAndEveryMoveThatBeginsIt) {
  const std::vector<Case> cases = {
      {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1, "Ra8#"},   // back rank
      {"6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1", 1, "Nf7#"},   // smothered
      {"r6k/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1", 2, "Qg8+"},  // and with the queen given
      {"r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1", 2, "Nf6+"},
      {"7k/5P2/6K1/8/8/8/8/8 w - - 0 1", 1, "f8=Q# f8=R#"},
      {"6nb/5Ppk/6pp/8/8/8/8/K7 w - - 0 1", 1, "f8=N#"},    // a queen would give no check
      {"8/6P1/5K1k/7p/7P/8/8/8 w - - 0 1", 3, "Kf7 g8=R"},  // a queen would give stalemate
      {"k7/8/1K6/8/8/8/8/7R w - - 0 1", 1, "Rh8#"},         // rook
      {"k7/2Q5/8/2K5/8/8/8/8 w - - 0 1", 3, ""},            // queen
      {"8/8/8/8/8/2k5/7r/1K6 b - - 0 1", 3, ""},            // rook, Black mates
  };
  MateSolver solver;
  for (const Case& c : cases) {
    const Position p = position(c.fen);
    const MateAnswer answer = solver.mates(p, c.moves + 1);
    EXPECT_EQ(answer.verdict, MateVerdict::Mate) << c.fen;
    EXPECT_EQ(answer.moves, c.moves) << c.fen;
    EXPECT_FALSE(answer.first.empty()) << c.fen;
    if (!c.first.empty()) {
      EXPECT_EQ(in_words(p, answer.first), c.first) << c.fen;
    }
    EXPECT_EQ(solver.mates(p, c.moves - 1).verdict, MateVerdict::NoMate) << c.fen;
  }
}

TEST(MateSolver, StalemateIsNoMate) {
  MateSolver solver;
  EXPECT_EQ(solver.is_mated(position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), 3).verdict, MateVerdict::NoMate);
  const MateAnswer mated = solver.is_mated(position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), 3);
  EXPECT_EQ(mated.verdict, MateVerdict::Mate);
  EXPECT_EQ(mated.moves, 0);
}

TEST(MateSolver, TakingEnPassantMayBeTheOnlyAnswer) {
  MateSolver solver;
  const std::string board = "8/8/R7/2k5/3Pp3/PPN2N2/8/6K1 b - ";
  EXPECT_EQ(solver.is_mated(position(board + "- 0 1"), 0).verdict, MateVerdict::Mate);
  const Position p = position(board + "d3 0 1");
  EXPECT_EQ(solver.is_mated(p, 0).verdict, MateVerdict::NoMate);
  EXPECT_EQ(count_legal_moves(p), 1);
}

TEST(MateSolver, NamesTheMovesThatHoldOutLongest) {
  // After Kf8 comes Ra8 mate.
  const Position p = position("6k1/R7/5K2/8/8/8/8/8 b - - 0 1");
  MateSolver solver;
  const MateAnswer answer = solver.is_mated(p, 4);
  ASSERT_EQ(answer.verdict, MateVerdict::Mate);
  EXPECT_EQ(answer.moves, 2);
  EXPECT_EQ(in_words(p, answer.first), "Kh8");
}

TEST(MateSolver, SaysWhenNodesDoNotSuffice) {
  MateSolver solver(10);
  EXPECT_EQ(solver.mates(position("r6k/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1"), 2).verdict, MateVerdict::GaveUp);
}

TEST(MateSolver, ABareKingMatesNobody) {
  MateSolver solver;
  EXPECT_EQ(solver.mates(position("8/8/8/8/8/2k5/7r/1K6 w - - 0 1"), 5).verdict, MateVerdict::NoMate);
}

// The definition, without order, memory and short cuts.
bool mates_within(Position& p, int moves);
bool mated_within(Position& p, int moves) {
  const MoveList replies = legal_moves(p);
  if (replies.empty()) return p.in_check();
  if (moves == 0) return false;
  for (const Move m : replies) {
    const MadeMove made(p, m);
    if (!mates_within(p, moves)) return false;
  }
  return true;
}
bool mates_within(Position& p, int moves) {
  for (const Move m : legal_moves(p)) {
    const MadeMove made(p, m);
    if (mated_within(p, moves - 1)) return true;
  }
  return false;
}

Position draw(RandomNumbers& random) {
  for (;;) {
    RandomSetup board(random);
    board.put_all(Color::Black, "K", kEdges);
    board.put_all(Color::White, "KQRNP");
    board.put_all(Color::Black, "BRP");
    board.setup().side_to_move = static_cast<Color>(random.below(kColors));
    if (auto p = board.position()) return *p;
  }
}

TEST(MateSolver, AgreesWithTheDefinition) {
  constexpr int kPositions = 300;
  constexpr int kFewest = 5;  // mates among them, or nothing was tested
  constexpr int kMax = 2;
  RandomNumbers random(20240611);
  MateSolver solver;
  int mates = 0;
  for (int i = 0; i < kPositions; ++i) {
    Position p = draw(random);
    const MateAnswer answer = solver.mates(p, kMax);
    for (int n = 1; n <= kMax; ++n) {
      const bool expected = answer.verdict == MateVerdict::Mate && answer.moves <= n;
      ASSERT_EQ(mates_within(p, n), expected) << position_name(p) << " in " << n;
      ASSERT_EQ(solver.is_mated(p, n - 1).verdict == MateVerdict::Mate, mated_within(p, n - 1)) << position_name(p);
    }
    if (answer.verdict != MateVerdict::Mate) continue;
    ++mates;
    for (const Move m : legal_moves(p)) {
      const MadeMove made(p, m);
      const bool first = std::find(answer.first.begin(), answer.first.end(), m) != answer.first.end();
      ASSERT_EQ(mated_within(p, answer.moves - 1), first);
    }
  }
  EXPECT_GE(mates, kFewest);
}

// A mate that a search has seen is one, though there may be a shorter.
TEST(MateSolver, FindsEveryMateOfASearch) {
  constexpr int kPositions = 150;
  constexpr int kMax = 4;
  constexpr std::uint64_t kNodes = 2000;
  RandomNumbers random(7);
  MateSolver solver;
  Searcher searcher;
  int seen = 0;
  for (int i = 0; i < kPositions; ++i) {
    const Position p = draw(random);
    const SearchReport report = searcher.nodes(p, kNodes);
    const Score score = report.lines.empty() ? kDraw : report.lines.front().score;
    if (!is_win(score) || mate_moves(score) > kMax) continue;
    ++seen;
    const MateAnswer answer = solver.mates(p, mate_moves(score));
    EXPECT_EQ(answer.verdict, MateVerdict::Mate) << position_name(p) << ": " << score_text(score);
  }
  EXPECT_GT(seen, kPositions / 10);
}

}  // namespace
}  // namespace oknos::lab
