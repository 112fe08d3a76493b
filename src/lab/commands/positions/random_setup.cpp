#include "lab/commands/positions/random_setup.h"

#include <string>

#include "engine/chess/fen.h"
#include "lab/commands/positions/mine.h"

namespace oknos::lab {

namespace {

PieceType type_of_letter(char letter) {
  constexpr std::string_view kLetters = "PNBRQK";
  return static_cast<PieceType>(kLetters.find(letter));
}

}  // namespace

bool RandomSetup::put_within(Piece p, Bitboard squares) {
  if (type_of(p) == PieceType::Pawn) squares &= ~(kRank1 | kRank8);
  Bitboard free = 0;
  for_each_square(squares, [&](Square s) {
    if (is_empty(s)) free |= bit(s);
  });
  if (!free) return false;
  for (auto skip = random_.below(static_cast<std::uint64_t>(popcount(free))); skip > 0; --skip) pop_lowest(free);
  put(p, lowest(free));
  return true;
}

bool RandomSetup::put_all(Color c, std::string_view letters, Bitboard squares) {
  for (const char letter : letters)
    if (!put_within(make_piece(c, type_of_letter(letter)), squares)) return false;
  return true;
}

bool RandomSetup::put_rams(Color c, int count) {
  constexpr int kTries = 100;
  for (int tries = 0; count > 0 && tries < kTries; ++tries) {
    const auto file = static_cast<File>(random_.below(kFiles));
    const auto rank = static_cast<Rank>(between(random_, index(Rank::R2), index(Rank::R6)));
    const Square pawn = relative_square(c, make_square(file, rank));
    const Square front = offset(pawn, pawn_push(c));
    if (!is_empty(pawn) || !is_empty(front)) continue;
    put(make_piece(c, PieceType::Pawn), pawn);
    put(make_piece(~c, PieceType::Pawn), front);
    --count;
  }
  return count == 0;
}

std::optional<Position> RandomSetup::position() const {
  if (fen::check(setup_)) return std::nullopt;
  Position position(setup_);
  if (is_over(position)) return std::nullopt;
  return position;
}

Setup colors_changed(const Setup& setup) {
  Setup out;
  for (int i = 0; i < kSquares; ++i) {
    const Square s = square_at(i);
    const Piece p = setup.board[static_cast<std::size_t>(i)];
    if (p != Piece::None)
      out.board[static_cast<std::size_t>(index(flip_rank(s)))] = make_piece(~color_of(p), type_of(p));
  }
  out.side_to_move = ~setup.side_to_move;
  return out;
}

}  // namespace oknos::lab
