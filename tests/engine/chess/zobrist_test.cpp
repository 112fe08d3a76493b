#include "engine/chess/zobrist.h"

#include <gtest/gtest.h>
#include <set>

namespace oknos {
namespace {

TEST(Zobrist, AllNumbersDiffer) {
  std::set<Key> seen = {0};
  std::size_t count = 1;
  const auto add = [&](Key k) {
    seen.insert(k);
    ++count;
  };
  for (const Color c : {Color::White, Color::Black})
    for (int t = 0; t < kPieceTypes; ++t)
      for (int s = 0; s < kSquares; ++s) add(zobrist::piece(make_piece(c, static_cast<PieceType>(t)), square_at(s)));
  for (unsigned set = 1; set < 16; ++set) add(zobrist::castling(set));
  for (int f = 0; f < kFiles; ++f) add(zobrist::en_passant(static_cast<File>(f)));
  add(zobrist::black_to_move());
  EXPECT_EQ(seen.size(), count);
}

TEST(Zobrist, NoPieceIsNothing) {
  for (int s = 0; s < kSquares; ++s) EXPECT_EQ(zobrist::piece(Piece::None, square_at(s)), 0u);
  EXPECT_EQ(zobrist::castling(0), 0u);
}

TEST(Zobrist, RightsAddUp) {
  for (unsigned a = 0; a < 16; ++a)
    for (unsigned b = 0; b < 16; ++b) EXPECT_EQ(zobrist::castling(a) ^ zobrist::castling(b), zobrist::castling(a ^ b));
}

// Stored opening keys and tables on disk depend on them: a change must be meant.
TEST(Zobrist, NumbersStayTheSame) {
  EXPECT_EQ(zobrist::piece(Piece::WhitePawn, Square::A1), 0x9409d52f6bf7de9eULL);
  EXPECT_EQ(zobrist::black_to_move(), 0xcdc73fe202e2507aULL);
}

}  // namespace
}  // namespace oknos
