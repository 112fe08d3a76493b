#include "engine/chess/perft.h"

#include "engine/chess/movegen.h"

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

}  // namespace oknos
