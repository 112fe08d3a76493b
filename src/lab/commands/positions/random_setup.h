#pragma once

#include <optional>
#include <string_view>

#include "engine/base/random_numbers.h"
#include "engine/chess/position.h"

// Men put at random on a board: where the positions come from that no game is needed for.
namespace oknos::lab {

class RandomSetup {
 public:
  explicit RandomSetup(RandomNumbers& random) : random_(random) {}

  Setup& setup() { return setup_; }
  bool is_empty(Square s) const { return setup_.board[static_cast<std::size_t>(index(s))] == Piece::None; }
  void put(Piece p, Square s) { setup_.board[static_cast<std::size_t>(index(s))] = p; }
  // On a square of the set that is empty and, for a pawn, where pawns may stand. False: there is none.
  bool put_within(Piece p, Bitboard squares);
  // Each letter (KQRBNP) a man of that colour, somewhere. False: no room.
  bool put_all(Color c, std::string_view letters, Bitboard squares = kAllSquares);
  // So many pawns of `c` with a pawn of the other side right in front of each: neither can go on.
  bool put_rams(Color c, int count);

  // The position, when it may be played on: legal, not over.
  std::optional<Position> position() const;

 private:
  RandomNumbers& random_;
  Setup setup_;
};

// The same with the colours changed and the board turned over. Without castling and en passant.
Setup colors_changed(const Setup& setup);

// One of the things of a table.
template <class Table>
const auto& one_of(RandomNumbers& random, const Table& table) {
  return table[static_cast<std::size_t>(random.below(std::size(table)))];
}

// From `least` to `most`, both included.
inline int between(RandomNumbers& random, int least, int most) {
  return least + static_cast<int>(random.below(static_cast<std::uint64_t>(most - least) + 1));
}

inline constexpr Bitboard kCorners = 0x8100000000000081ULL;
inline constexpr Bitboard kEdges = kFileA | kFileH | kRank1 | kRank8;

}  // namespace oknos::lab
