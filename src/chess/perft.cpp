#include "chess/perft.h"

#include <atomic>
#include <thread>

#include "chess/movegen.h"

namespace oknos {

std::uint64_t perft(Position& position, int depth) {
  if (depth <= 0) return 1;
  if (depth == 1) return static_cast<std::uint64_t>(count_legal_moves(position));
  std::uint64_t nodes = 0;
  for (const Move m : legal_moves(position)) {
    const MadeMove made(position, m);
    nodes += perft(position, depth - 1);
  }
  return nodes;
}

PerftResult perft_divide(const Position& position, int depth, int threads) {
  PerftResult result;
  if (depth <= 0) {
    result.nodes = 1;
    return result;
  }
  for (const Move m : legal_moves(position)) result.by_move.emplace_back(m, 0);

  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    Position own = position;
    for (std::size_t i = next++; i < result.by_move.size(); i = next++) {
      const MadeMove made(own, result.by_move[i].first);
      result.by_move[i].second = perft(own, depth - 1);
    }
  };
  std::vector<std::thread> helpers;
  for (int i = 1; i < threads; ++i) helpers.emplace_back(work);
  work();
  for (std::thread& t : helpers) t.join();
  for (const auto& [move, nodes] : result.by_move) result.nodes += nodes;
  return result;
}

}  // namespace oknos
