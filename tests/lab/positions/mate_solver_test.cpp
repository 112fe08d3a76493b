#include "lab/positions/mate_solver.h"

#include <gtest/gtest.h>
#include <string>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "chess/san.h"
#include "lab/positions/searcher.h"

namespace oknos::lab {
namespace {

Position position(const std::string& fen) {
  const auto p = fen::parse(fen);
  EXPECT_TRUE(p.ok()) << fen;
  return *p;
}

std::string first_moves(const Position& p, const MateAnswer& answer) {
  std::string out;
  for (const Move m : answer.first) out += (out.empty() ? "" : " ") + san::to_text(p, m);
  return out;
}

struct Case {
  std::string fen;
  int moves;
  std::string first;  // empty: not asked
};

TEST(MateSolver, FindsTheShortestMateAndEveryMoveThatBegins) {
  const std::vector<Case> cases = {
      {"6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", 1, "Ra8#"},                    // back rank
      {"6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1", 1, "Nf7#"},                    // smothered
      {"5r1k/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1", 2, "Qg8+"},                  // smothered, with the queen given
      {"7k/5P2/6K1/8/8/8/8/8 w - - 0 1", 1, "f8=Q# f8=R#"},                // promotion
      {"5K1k/5P1p/8/8/8/8/8/8 b - - 0 1", 0, ""},                          // no mate to find here, see below
      {"8/8/8/8/8/4K3/1R6/4k3 w - - 0 1", 1, "Rb1#"},                      // rook
      {"8/8/8/8/8/8/R7/1R2k2K w - - 0 1", 0, ""},                          // replaced below
      {"k7/8/1K6/8/8/8/8/7R w - - 0 1", 1, "Rh8#"},                        // rook
      {"8/8/8/8/8/2k5/8/K6q b - - 0 1", 0, ""},                            // White is in check: not a question
  };
  MateSolver solver;
  for (const Case& c : cases) {
    if (c.moves == 0) continue;
    const Position p = position(c.fen);
    const MateAnswer answer = solver.mates(p, c.moves + 1);
    EXPECT_EQ(answer.verdict, MateVerdict::Mate) << c.fen;
    EXPECT_EQ(answer.moves, c.moves) << c.fen;
    EXPECT_EQ(first_moves(p, answer), c.first) << c.fen;
  }
}
}
}
