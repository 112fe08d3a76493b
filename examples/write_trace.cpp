// Writes the tree of a search to a file that `oknos-lab explore FILE` shows.
//
//   write_trace [FILE [DEPTH [FEN]]]
#include <cstdlib>
#include <iostream>
#include <oknos/oknos.h>
#include <string>

int main(int argc, char** argv) {
  try {
    const std::string file = argc > 1 ? argv[1] : "search.trace";
    const oknos::Game game = argc > 3 ? oknos::Game(argv[3]) : oknos::Game();
    oknos::Searcher searcher;
    oknos::TraceWriter trace(file, game);
    const auto result =
        searcher.search(game, {.depth = argc > 2 ? std::atoi(argv[2]) : 5, .observer = &trace.observer()});
    trace.finish();
    std::cout << result.best_move << ": " << trace.entries() << " nodes and skipped moves in " << file
              << (trace.complete() ? "\n" : ", the rest left out\n");
  } catch (const std::exception& e) {
    std::cerr << "write_trace: " << e.what() << '\n';
    return EXIT_FAILURE;
  }
}
