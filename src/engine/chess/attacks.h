#pragma once

#include <array>
#include <cstddef>

#include "engine/chess/bitboard.h"

#if defined(__BMI2__)
#include <immintrin.h>
#endif

// Which squares a piece attacks. Sliding pieces look their attacks up by the pieces that stand in their way: with
// BMI2's pext where the processor has it, with multiplication ("fancy magic bitboards",
// https://www.chessprogramming.org/Magic_Bitboards) elsewhere.
namespace oknos::attacks {

namespace detail {

struct Slider {
  Bitboard mask = 0;                // squares whose occupation matters
  Bitboard magic = 0;               // unused with pext
  const Bitboard* table = nullptr;  // attacks by index
  int shift = 0;                    // unused with pext

  std::size_t slot(Bitboard occupied) const {
#if defined(__BMI2__)
    return _pext_u64(occupied, mask);
#else
    return static_cast<std::size_t>(((occupied & mask) * magic) >> shift);
#endif
  }
};

struct Tables {
  std::array<Slider, kSquares> rook;
  std::array<Slider, kSquares> bishop;
  std::array<Bitboard, kSquares> rook_lines;  // attacks on an empty board
  std::array<Bitboard, kSquares> bishop_lines;
  std::array<std::array<Bitboard, kSquares>, kSquares> between;  // squares strictly between two squares on a line
  std::array<std::array<Bitboard, kSquares>, kSquares> line;     // the whole line through two squares, or nothing
};

extern Tables tables;  // constant once init() has returned

template <class Step>
constexpr std::array<Bitboard, kSquares> leaper_table(Step step) {
  std::array<Bitboard, kSquares> out{};
  for (int s = 0; s < kSquares; ++s) out[static_cast<std::size_t>(s)] = step(bit(square_at(s)));
  return out;
}

constexpr Bitboard knight_step(Bitboard b) {
  const Bitboard one = shift_east(b) | shift_west(b);
  const Bitboard two = shift_east(shift_east(b)) | shift_west(shift_west(b));
  return one << 16 | one >> 16 | two << 8 | two >> 8;
}

constexpr Bitboard king_step(Bitboard b) {
  const Bitboard row = b | shift_east(b) | shift_west(b);
  return (row | row << 8 | row >> 8) & ~b;
}

inline constexpr std::array<Bitboard, kSquares> kKnight = leaper_table(knight_step);
inline constexpr std::array<Bitboard, kSquares> kKing = leaper_table(king_step);

}  // namespace detail

// Fills the tables; safe to call from several threads and more than once. Making a Position calls it, so nobody else
// has to.
void init();

constexpr std::size_t at(Square s) {
  return static_cast<std::size_t>(index(s));
}

// Squares attacked by any pawn of the set.
constexpr Bitboard pawns(Color c, Bitboard pawns) {
  const Bitboard ahead = shift_forward(c, pawns);
  return shift_east(ahead) | shift_west(ahead);
}
constexpr Bitboard pawn(Color c, Square s) {
  return pawns(c, bit(s));
}
constexpr Bitboard knight(Square s) {
  return detail::kKnight[at(s)];
}
constexpr Bitboard knights(Bitboard b) {
  return detail::knight_step(b);
}
constexpr Bitboard king(Square s) {
  return detail::kKing[at(s)];
}

inline Bitboard rook(Square s, Bitboard occupied) {
  const detail::Slider& d = detail::tables.rook[at(s)];
  return d.table[d.slot(occupied)];
}
inline Bitboard bishop(Square s, Bitboard occupied) {
  const detail::Slider& d = detail::tables.bishop[at(s)];
  return d.table[d.slot(occupied)];
}
inline Bitboard queen(Square s, Bitboard occupied) {
  return rook(s, occupied) | bishop(s, occupied);
}

// On an empty board.
inline Bitboard rook_lines(Square s) {
  return detail::tables.rook_lines[at(s)];
}
inline Bitboard bishop_lines(Square s) {
  return detail::tables.bishop_lines[at(s)];
}

// Attacks of any piece but a pawn.
inline Bitboard piece(PieceType t, Square s, Bitboard occupied) {
  switch (t) {
    case PieceType::Knight:
      return knight(s);
    case PieceType::Bishop:
      return bishop(s, occupied);
    case PieceType::Rook:
      return rook(s, occupied);
    case PieceType::Queen:
      return queen(s, occupied);
    case PieceType::King:
      return king(s);
    default:
      return 0;
  }
}

inline Bitboard between(Square a, Square b) {
  return detail::tables.between[at(a)][at(b)];
}
inline Bitboard line(Square a, Square b) {
  return detail::tables.line[at(a)][at(b)];
}

}  // namespace oknos::attacks
