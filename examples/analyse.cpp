// Analyses a position and prints the best lines.
//
//   analyse [FEN [DEPTH]]
#include <cstdlib>
#include <iostream>
#include <oknos/oknos.h>
#include <string>

// "mate 3", or centipawns as pawns: "-0.42".
std::string score_text(const oknos::Variation& v) {
  if (v.mate) return "mate " + std::to_string(*v.mate);
  const int cents = std::abs(v.score);
  const std::string fraction = std::to_string(cents % 100);
  return (v.score < 0 ? "-" : "") + std::to_string(cents / 100) + (fraction.size() < 2 ? ".0" : ".") + fraction;
}

int main(int argc, char** argv) {
  try {
    const std::string fen = argc > 1 ? argv[1] : "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 2 3";
    const oknos::Game game(fen);
    oknos::Searcher searcher;
    const oknos::SearchResult result = searcher.search(game, {.depth = argc > 2 ? std::atoi(argv[2]) : 10, .lines = 3});

    std::cout << "static evaluation " << searcher.evaluate(game) << " centipawns\n";
    for (const oknos::Variation& v : result.variations) {
      std::cout << "depth " << v.depth << ", " << score_text(v) << ":";
      for (const std::string& move : v.moves) std::cout << ' ' << move;
      std::cout << '\n';
    }
    std::cout << result.nodes << " nodes\n";
  } catch (const std::exception& e) {
    std::cerr << "analyse: " << e.what() << '\n';
    return EXIT_FAILURE;
  }
}
