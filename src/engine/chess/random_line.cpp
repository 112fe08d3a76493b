#include "engine/chess/random_line.h"

#include <array>

#include "engine/chess/game_over.h"
#include "engine/chess/movegen.h"

namespace oknos {

namespace {

Move random_move(RandomNumbers& random, const MoveList& moves) {
  return moves[random.next() % moves.size()];  // 2^64 is so many that the remainder favours none
}

// The weights of PlentyChess (its pull request 227), by type of piece: pawn, knight, bishop, rook, queen, king.
Move weighted_move(RandomNumbers& random, const Position& position, const MoveList& moves) {
  constexpr std::array<std::uint64_t, kPieceTypes> kWeights = {35, 15, 15, 5, 15, 15};
  std::array<MoveList, kPieceTypes> by_type;
  for (const Move m : moves)
    by_type[static_cast<std::size_t>(index(type_of(position.piece_on(m.from()))))].push_back(m);
  std::uint64_t sum = 0;
  for (std::size_t t = 0; t < kPieceTypes; ++t) sum += by_type[t].empty() ? 0 : kWeights[t];
  std::uint64_t drawn = random.below(sum);
  for (std::size_t t = 0; t < kPieceTypes; ++t) {
    if (by_type[t].empty()) continue;
    if (drawn < kWeights[t]) return random_move(random, by_type[t]);
    drawn -= kWeights[t];
  }
  return moves[0];  // not reached
}

}  // namespace

std::optional<std::vector<Move>> random_line(RandomNumbers& random, RandomMoves kind, Position position, int plies) {
  std::vector<Move> line;
  for (int i = 0; i < plies; ++i) {
    const MoveList moves = legal_moves(position);
    if (moves.empty()) return std::nullopt;
    line.push_back(kind == RandomMoves::Weighted ? weighted_move(random, position, moves) : random_move(random, moves));
    position.play(line.back());
    if (game_over(position) != GameOver::No) return std::nullopt;
  }
  return line;
}

}  // namespace oknos
