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
      {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1, "Ra8#"},
      {"6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1", 1, "Nf7#"},
      {"5r1k/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1", 2, "Qg8+"},
      {"r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1", 2, "Nf6+"},
      {"7k/5P2/6K1/8/8/8/8/8 w - - 0 1", 1, "f8=Q# f8=R#"},
      {"k7/8/1K6/8/8/8/8/7R w - - 0 1", 1, "Rh8#"},
      {"8/8/8/8/8/5k2/8/r6K b - - 0 1", 0, ""},  // White is in check from a1: refused by the FEN, see below
  };
  MateSolver solver;
  for (const Case& c : cases) {
    if (c.moves == 0) continue;
    const Position p = position(c.fen);
    const MateAnswer answer = solver.mates(p, c.moves + 1);
    EXPECT_EQ(answer.verdict, MateVerdict::Mate) << c.fen;
    EXPECT_EQ(answer.moves, c.moves) << c.fen;
    EXPECT_EQ(in_words(p, answer.first), c.first) << c.fen;
  }
}
}
}
