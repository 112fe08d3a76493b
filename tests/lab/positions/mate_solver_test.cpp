#include "lab/positions/mate_solver.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/san.h"
#include "lab/positions/mine.h"
#include "lab/positions/random_setup.h"
#include "lab/positions/searcher.h"
#include "lab/words.h"

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
      {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1, "Ra8#"},                               // back rank
      {"6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1", 1, "Nf7#"},                               // smothered
      {"r6k/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1", 2, "Qg8+"},                              // and with the queen given
      {"r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1", 2, "Nf6+"},
      {"7k/5P2/6K1/8/8/8/8/8 w - - 0 1", 1, "f8=Q# f8=R#"},
      {"8/8/8/8/8/1pk5/8/K7 b - - 0 1", 4, ""},                                       // a pawn has to become a queen
      {"k7/8/1K6/8/8/8/8/7R w - - 0 1", 1, "Rh8#"},
      {"8/8/8/8/8/8/1QK5/k7 b - - 0 1", 0, ""},                                       // replaced by the test of mates
  };
  MateSolver solver;
  for (const Case& c : cases) {
    if (c.first.empty()) continue;
    const Position p = position(c.fen);
    const MateAnswer answer = solver.mates(p, c.moves + 1);
    EXPECT_EQ(answer.verdict, MateVerdict::Mate) << c.fen;
    EXPECT_EQ(answer.moves, c.moves) << c.fen;
    EXPECT_EQ(in_words(p, answer.first), c.first) << c.fen;
    EXPECT_EQ(solver.mates(p, c.moves - 1).verdict, MateVerdict::NoMate) << c.fen;
  }
}

TEST(MateSolver, X) {
  MateSolver solver;
  for (const std::string fen : {"8/8/8/8/8/1pk5/8/K7 b - - 0 1", "8/8/8/8/8/2k5/1q6/3K4 b - - 0 1",
   "k7/2Q5/8/2K5/8/8/8/8 w - - 0 1", "8/8/8/8/3k4/8/8/KQ6 w - - 0 1","8/8/8/8/8/1k6/7r/K7 b - - 0 1","4k3/8/4K3/8/8/8/8/7R w - - 0 1","8/8/8/8/8/2k5/7r/1K6 b - - 0 1",
   "5brk/4p1pp/5N2/8/8/8/8/K7 w - - 0 1", "8/5P1k/5K1p/7P/8/8/8/8 w - - 0 1", "6bk/5P1p/6pK/6Pp/7P/8/8/8 w - - 0 1","8/6P1/5K1k/7p/7P/8/8/8 w - - 0 1","8/4kP1K/8/8/8/8/8/8 w - - 0 1",
   "7k/5KPp/7P/8/8/8/8/8 w - - 0 1", "2b4k/4P2p/5K1P/8/8/8/8/8 w - - 0 1", "rnbk4/ppp1P3/2N5/8/8/8/8/4K2B w - - 0 1","5r1k/4P1pp/7N/8/8/8/8/K7 w - - 0 1",
   "8/8/8/5Q2/3pPpk1/5R1p/5PpK/6N1 b - e3 0 1", "5bnr/5ppp/7k/4p1pP/6P1/8/8/K1B5 w - g6 0 1", "8/8/8/1p5R/kpP5/p1N5/K7/8 b - c3 0 1"}) {
    auto q = fen::parse(fen, fen::Origin::Composed); if (!q) { printf("%s: %s\n", fen.c_str(), q.error().c_str()); continue; }
    auto a = solver.mates(*q, 5); auto b = solver.is_mated(*q, 4);
    printf("%s: %d %d [%s] mated %d %d [%s]\n", fen.c_str(), (int)a.verdict, a.moves, in_words(*q, a.first).c_str(), (int)b.verdict, b.moves, in_words(*q, b.first).c_str());
  }
}
}
}
