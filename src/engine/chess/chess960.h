#pragma once

#include <array>

#include "engine/chess/position.h"

namespace oknos {

inline constexpr int kChess960Starts = 960;

// Start position number 0 to 959 of Chess960; 518 is that of standard chess.
// Numbering: https://www.chessprogramming.org/Reinhard_Scharnagl
inline Position chess960_start(int number) {
  std::array<PieceType, kFiles> rank;
  rank.fill(PieceType::None);
  const auto put_on_free = [&](int n, PieceType t) {  // on the n-th square that is still free
    for (PieceType& place : rank)
      if (place == PieceType::None && n-- == 0) {
        place = t;
        return;
      }
  };
  rank[static_cast<std::size_t>(number % 4 * 2 + 1)] = PieceType::Bishop;
  number /= 4;
  rank[static_cast<std::size_t>(number % 4 * 2)] = PieceType::Bishop;
  number /= 4;
  put_on_free(number % 6, PieceType::Queen);
  number /= 6;
  constexpr std::array<std::array<int, 2>, 10> kKnights = {
      {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}};
  const auto [first, second] = kKnights[static_cast<std::size_t>(number)];
  put_on_free(second, PieceType::Knight);
  put_on_free(first, PieceType::Knight);
  for (const PieceType t : {PieceType::Rook, PieceType::King, PieceType::Rook}) put_on_free(0, t);

  Setup setup;
  setup.chess960 = true;
  for (const Color c : {Color::White, Color::Black}) {
    int rooks = 0;
    for (int f = 0; f < kFiles; ++f) {
      const Square s = relative_square(c, make_square(static_cast<File>(f), Rank::R1));
      const PieceType t = rank[static_cast<std::size_t>(f)];
      setup.board[static_cast<std::size_t>(index(s))] = make_piece(c, t);
      setup.board[static_cast<std::size_t>(index(offset(s, pawn_push(c))))] = make_piece(c, PieceType::Pawn);
      if (t != PieceType::Rook) continue;
      const CastlingSide side = rooks++ == 0 ? CastlingSide::Queen : CastlingSide::King;
      setup.castling_rook[static_cast<std::size_t>(index(c))][static_cast<std::size_t>(index(side))] = s;
    }
  }
  return Position(setup);
}

}  // namespace oknos
