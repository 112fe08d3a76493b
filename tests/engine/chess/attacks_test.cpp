#include "engine/chess/attacks.h"

#include <gtest/gtest.h>
#include <random>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
#include <thread>
#include <vector>

#include "support/slow_attacks.h"

namespace oknos {
namespace {

using namespace test;

class Attacks : public testing::Test {
 protected:
  static void SetUpTestSuite() { attacks::init(); }
};

TEST_F(Attacks, Leapers) {
  for (int i = 0; i < kSquares; ++i) {
    const Square s = square_at(i);
    EXPECT_EQ(attacks::knight(s), slow_knight(s)) << i;
    EXPECT_EQ(attacks::king(s), slow_king(s)) << i;
    EXPECT_EQ(attacks::pawn(Color::White, s), slow_pawn(Color::White, s)) << i;
    EXPECT_EQ(attacks::pawn(Color::Black, s), slow_pawn(Color::Black, s)) << i;
  }
}

TEST_F(Attacks, SetsOfLeapers) {
  const Bitboard set = bit(Square::A2) | bit(Square::E4) | bit(Square::H7);
  EXPECT_EQ(attacks::knights(set), slow_knight(Square::A2) | slow_knight(Square::E4) | slow_knight(Square::H7));
  for (const Color c : {Color::White, Color::Black})
    EXPECT_EQ(attacks::pawns(c, set), slow_pawn(c, Square::A2) | slow_pawn(c, Square::E4) | slow_pawn(c, Square::H7));
}

// Every square with occupations of every density.
TEST_F(Attacks, SlidersOnRandomOccupations) {
  constexpr int kOccupations = 3000;
  std::mt19937_64 random(20240601);
  for (int n = 0; n < kOccupations; ++n) {
    Bitboard occupied = random();
    for (int thin = n % 4; thin > 0; --thin) occupied &= random();
    for (int i = 0; i < kSquares; ++i) {
      const Square s = square_at(i);
      ASSERT_EQ(attacks::rook(s, occupied), slow_rook(s, occupied)) << "square " << i << ", occupied " << occupied;
      ASSERT_EQ(attacks::bishop(s, occupied), slow_bishop(s, occupied)) << "square " << i << ", occupied " << occupied;
    }
  }
}

TEST_F(Attacks, EveryOccupationThatMattersOfTheCornersAndTheCentre) {
  for (const Square s : {Square::A1, Square::H8, Square::D4, Square::E5}) {
    for (const bool rook : {true, false}) {
      const Bitboard mask = rook ? slow_rook(s, 0) : slow_bishop(s, 0);
      Bitboard subset = 0;
      do {
        if (rook)
          ASSERT_EQ(attacks::rook(s, subset), slow_rook(s, subset)) << index(s);
        else
          ASSERT_EQ(attacks::bishop(s, subset), slow_bishop(s, subset)) << index(s);
        subset = (subset - mask) & mask;
      } while (subset);
    }
  }
}

RC_GTEST_PROP(AttacksProperty, PieceChoosesByType, (Bitboard occupied)) {
  attacks::init();
  const Square s = square_at(*rc::gen::inRange(0, kSquares));
  RC_ASSERT(attacks::queen(s, occupied) == (slow_rook(s, occupied) | slow_bishop(s, occupied)));
  RC_ASSERT(attacks::piece(PieceType::Knight, s, occupied) == slow_knight(s));
  RC_ASSERT(attacks::piece(PieceType::Bishop, s, occupied) == slow_bishop(s, occupied));
  RC_ASSERT(attacks::piece(PieceType::Rook, s, occupied) == slow_rook(s, occupied));
  RC_ASSERT(attacks::piece(PieceType::Queen, s, occupied) == attacks::queen(s, occupied));
  RC_ASSERT(attacks::piece(PieceType::King, s, occupied) == slow_king(s));
}

TEST_F(Attacks, BetweenAndLine) {
  for (int i = 0; i < kSquares; ++i)
    for (int j = 0; j < kSquares; ++j) {
      const Square a = square_at(i);
      const Square b = square_at(j);
      Bitboard between = 0;
      Bitboard line = 0;
      for (const auto slow : {slow_rook, slow_bishop}) {
        if (!contains(slow(a, 0), b)) continue;
        between = slow(a, bit(b)) & slow(b, bit(a));
        line = (slow(a, 0) & slow(b, 0)) | bit(a) | bit(b);
      }
      ASSERT_EQ(attacks::between(a, b), between) << i << ' ' << j;
      ASSERT_EQ(attacks::line(a, b), line) << i << ' ' << j;
    }
  EXPECT_EQ(attacks::between(Square::A1, Square::D4), bit(Square::B2) | bit(Square::C3));
  EXPECT_EQ(attacks::line(Square::B1, Square::C1), rank_mask(Rank::R1));
  EXPECT_EQ(attacks::line(Square::A1, Square::B3), 0u);
}

TEST_F(Attacks, InitMayBeCalledFromSeveralThreads) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back(attacks::init);
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(attacks::rook(Square::A1, bit(Square::A3)), slow_rook(Square::A1, bit(Square::A3)));
}

}  // namespace
}  // namespace oknos
