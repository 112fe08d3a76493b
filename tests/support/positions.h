#pragma once

#include <array>
#include <cstdlib>
#include <gtest/gtest.h>
#include <string>
#include <string_view>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "chess/position.h"

// Positions for tests.
namespace oknos::test {

inline constexpr std::string_view kKiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

// The position that the text names. Ends the test program when there is none: the test itself is then wrong.
inline Position position_from(std::string_view text) {
  const Result<Position> p = fen::parse(text);
  if (!p) {
    ADD_FAILURE() << "in a test: " << p.error();
    std::abort();
  }
  return *p;
}

// The legal move that the text names; ends the test program when there is none.
inline Move move_in(const Position& position, std::string_view text) {
  const std::optional<Move> m = move_from_text(position, text);
  if (!m) {
    ADD_FAILURE() << "in a test: no legal move " << text << " in " << fen::to_text(position);
    std::abort();
  }
  return *m;
}

inline void play(Position& position, std::initializer_list<const char*> moves) {
  for (const char* text : moves) position.play(move_in(position, text));
}

inline std::string text_of(const Position& position, Move m) {
  return to_text(m, position.chess960());
}

// What a FEN would say, read from the position without going through text.
inline Setup setup_of(const Position& position) {
  Setup setup;
  for (int s = 0; s < kSquares; ++s) setup.board[static_cast<std::size_t>(s)] = position.piece_on(square_at(s));
  setup.side_to_move = position.side_to_move();
  for (const Color c : {Color::White, Color::Black})
    for (const CastlingSide side : {CastlingSide::King, CastlingSide::Queen})
      if (position.may_castle(c, side))
        setup.castling_rook[static_cast<std::size_t>(index(c))][static_cast<std::size_t>(index(side))] =
            position.castling_rook(c, side);
  setup.en_passant = position.en_passant();
  setup.halfmove_clock = position.halfmove_clock();
  setup.fullmove_number = position.fullmove_number();
  setup.chess960 = position.chess960();
  return setup;
}

// The same game seen from the other side of the board: ranks turned over, colours exchanged.
inline Position mirrored(const Position& position) {
  const Setup setup = setup_of(position);
  Setup out = setup;
  for (int i = 0; i < kSquares; ++i) {
    const Piece p = setup.board[static_cast<std::size_t>(i)];
    out.board[static_cast<std::size_t>(index(flip_rank(square_at(i))))] =
        p == Piece::None ? p : make_piece(~color_of(p), type_of(p));
  }
  out.side_to_move = ~setup.side_to_move;
  for (std::size_t c = 0; c < 2; ++c)
    for (std::size_t side = 0; side < 2; ++side) {
      const Square rook = setup.castling_rook[c][side];
      out.castling_rook[1 - c][side] = rook == Square::None ? rook : flip_rank(rook);
    }
  if (setup.en_passant != Square::None) out.en_passant = flip_rank(setup.en_passant);
  return Position(out);
}

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

}  // namespace oknos::test
