// Counts the positions that arise from one position: the usual proof that a move generator is right.
//
//   perft [DEPTH [FEN]]
#include "chess/perft.h"

#include <cstdio>
#include <cstdlib>
#include <string>

#include "chess/fen.h"

int main(int argc, char** argv) {
  constexpr int kDefaultDepth = 4;
  const int depth = argc > 1 ? std::atoi(argv[1]) : kDefaultDepth;
  const std::string text = argc > 2 ? argv[2] : std::string(oknos::fen::kInitial);

  oknos::Result<oknos::Position> position = oknos::fen::parse(text);
  if (!position) {
    std::fprintf(stderr, "%s\n", position.error().c_str());
    return EXIT_FAILURE;
  }
  std::printf("%llu\n", static_cast<unsigned long long>(oknos::perft(*position, depth)));
}
