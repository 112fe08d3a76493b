#pragma once

#include <array>
#include <cstdlib>
#include <gtest/gtest.h>
#include <string>
#include <string_view>

#include "engine/chess/chess960.h"
#include "engine/chess/fen.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "engine/chess/position.h"

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

using oknos::chess960_start;

}  // namespace oknos::test
