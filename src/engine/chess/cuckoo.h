#pragma once

#include <array>
#include <utility>

#include "engine/chess/attacks.h"
#include "engine/chess/move.h"
#include "engine/chess/zobrist.h"

// All moves of a piece to and fro, found by what they change in a position's key. A move and its way back change it
// alike and stand here once. After M. van Kervinck, "The design and implementation of the Rookie 2.0 chess program"
// (2002); the table is R. Pagh and F. Rodler's cuckoo hashing: an entry stands in one of two places.
namespace oknos::cuckoo {

// What the move changes in the key, the change of the side to move included.
constexpr Key change(Piece p, Square a, Square b) {
  return zobrist::piece(p, a) ^ zobrist::piece(p, b) ^ zobrist::black_to_move();
}

namespace detail {

inline constexpr std::size_t kSlots = 8192;  // 3668 moves: somewhat under half, which cuckoo hashing needs
inline constexpr int kSecondPlaceShift = 16;

constexpr std::size_t first_place(Key change) {
  return change % kSlots;
}
constexpr std::size_t second_place(Key change) {
  return (change >> kSecondPlaceShift) % kSlots;
}

template <class Step>
constexpr Bitboard ray(Square s, Step step) {
  Bitboard out = 0;
  for (Bitboard b = step(bit(s)); b; b = step(b)) out |= b;
  return out;
}

// Attacks on an empty board; the tables of attacks.h are not there yet when this is compiled.
constexpr Bitboard reach(PieceType t, Square s) {
  if (t == PieceType::Knight) return attacks::knight(s);
  if (t == PieceType::King) return attacks::king(s);
  const Bitboard straight = file_mask(file_of(s)) ^ rank_mask(rank_of(s));
  if (t == PieceType::Rook) return straight;
  const Bitboard diagonal = ray(s, [](Bitboard b) { return shift_forward(Color::White, shift_east(b)); }) |
                            ray(s, [](Bitboard b) { return shift_forward(Color::White, shift_west(b)); }) |
                            ray(s, [](Bitboard b) { return shift_forward(Color::Black, shift_east(b)); }) |
                            ray(s, [](Bitboard b) { return shift_forward(Color::Black, shift_west(b)); });
  return t == PieceType::Bishop ? diagonal : diagonal | straight;
}

class Builder {
 public:
  constexpr std::array<Move, kSlots> build() {
    for (int t = index(PieceType::Knight); t <= index(PieceType::King); ++t) {
      const auto type = static_cast<PieceType>(t);
      for (int i = 0; i < kSquares; ++i) {
        Bitboard later = reach(type, square_at(i)) & (kAllSquares << i);
        while (later) {
          const Move m{square_at(i), pop_lowest(later)};
          insert(change(make_piece(Color::White, type), m.from(), m.to()), m);
          insert(change(make_piece(Color::Black, type), m.from(), m.to()), m);
        }
      }
    }
    return moves_;
  }

 private:
  // Whoever is in the way goes to its other place.
  constexpr void insert(Key key, Move move) {
    std::size_t place = first_place(key);
    while (true) {
      std::swap(keys_[place], key);
      std::swap(moves_[place], move);
      if (!move) return;
      place = place == first_place(key) ? second_place(key) : first_place(key);
    }
  }

  std::array<Key, kSlots> keys_{};
  std::array<Move, kSlots> moves_{};
};

inline constexpr std::array<Move, kSlots> kMoves = Builder().build();

}  // namespace detail

// The only two moves that may change the key like that; which piece makes them, and whether they do, the board says.
// An empty place is "no move".
constexpr std::array<Move, 2> candidates(Key change) {
  return {detail::kMoves[detail::first_place(change)], detail::kMoves[detail::second_place(change)]};
}

}  // namespace oknos::cuckoo
