#include "engine/chess/bitboard.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
#include <vector>

namespace oknos {
namespace {

TEST(Bitboard, FilesRanksAndColours) {
  EXPECT_EQ(bit(Square::A1), 1u);
  EXPECT_EQ(bit(Square::H8), 1ULL << 63);
  for (int s = 0; s < kSquares; ++s) {
    const Square sq = square_at(s);
    for (int i = 0; i < kFiles; ++i) {
      EXPECT_EQ(contains(file_mask(static_cast<File>(i)), sq), s % 8 == i);
      EXPECT_EQ(contains(rank_mask(static_cast<Rank>(i)), sq), s / 8 == i);
    }
    EXPECT_EQ(contains(kLightSquares, sq), (s % 8 + s / 8) % 2 == 1);
  }
  EXPECT_FALSE(contains(kLightSquares, Square::A1)) << "a1 is dark";
  EXPECT_EQ(relative_rank_mask(Color::Black, Rank::R2), rank_mask(Rank::R7));
  EXPECT_EQ(relative_rank_mask(Color::White, Rank::R2), rank_mask(Rank::R2));
}

TEST(Bitboard, CountsAndEnds) {
  EXPECT_FALSE(more_than_one(0));
  EXPECT_FALSE(more_than_one(bit(Square::H8)));
  EXPECT_TRUE(more_than_one(bit(Square::A1) | bit(Square::H8)));
  EXPECT_EQ(popcount(kAllSquares), 64);
  EXPECT_EQ(lowest(bit(Square::C3) | bit(Square::A4)), Square::C3);
}

RC_GTEST_PROP(BitboardProperty, ShiftsStayOnTheBoard, (Bitboard b)) {
  Bitboard east = 0;
  Bitboard west = 0;
  Bitboard north = 0;
  Bitboard south = 0;
  for (int s = 0; s < kSquares; ++s) {
    if (!contains(b, square_at(s))) continue;
    if (s % 8 < 7) east |= 1ULL << (s + 1);
    if (s % 8 > 0) west |= 1ULL << (s - 1);
    if (s < 56) north |= 1ULL << (s + 8);
    if (s >= 8) south |= 1ULL << (s - 8);
  }
  RC_ASSERT(shift_east(b) == east);
  RC_ASSERT(shift_west(b) == west);
  RC_ASSERT(shift_forward(Color::White, b) == north);
  RC_ASSERT(shift_forward(Color::Black, b) == south);
}

RC_GTEST_PROP(BitboardProperty, ForEachVisitsEverySquareOnceInOrder, (Bitboard b)) {
  std::vector<Square> seen;
  for_each_square(b, [&](Square s) { seen.push_back(s); });
  RC_ASSERT(static_cast<int>(seen.size()) == popcount(b));
  Bitboard again = 0;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    if (i > 0) RC_ASSERT(seen[i - 1] < seen[i]);
    again |= bit(seen[i]);
  }
  RC_ASSERT(again == b);
  Bitboard rest = b;
  for (const Square s : seen) RC_ASSERT(pop_lowest(rest) == s);
  RC_ASSERT(rest == 0u);
}

}  // namespace
}  // namespace oknos
