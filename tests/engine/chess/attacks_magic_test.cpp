// The lookup by multiplication, which a build for processors with BMI2 does not contain: the same source once more,
// without BMI2 and under another name.
#include <gtest/gtest.h>
#include <mutex>
#include <random>
#include <vector>

#include "support/slow_attacks.h"

#undef __BMI2__
#define attacks attacks_by_magic
#include "engine/chess/attacks.cpp"  // NOLINT: meant
#undef attacks

namespace oknos {
namespace {

using namespace test;

TEST(AttacksByMagic, SlidersOnEveryOccupationThatMatters) {
  attacks_by_magic::init();
  for (int i = 0; i < kSquares; ++i) {
    const Square s = square_at(i);
    const auto all_subsets = [&](Bitboard mask, auto check) {
      Bitboard subset = 0;
      do {
        check(subset);
        subset = (subset - mask) & mask;
      } while (subset);
    };
    // On the masks, the squares at the rim are left out; they change nothing.
    all_subsets(attacks_by_magic::detail::tables.rook[static_cast<std::size_t>(i)].mask, [&](Bitboard occupied) {
      ASSERT_EQ(attacks_by_magic::rook(s, occupied), slow_rook(s, occupied)) << "square " << i << ' ' << occupied;
    });
    all_subsets(attacks_by_magic::detail::tables.bishop[static_cast<std::size_t>(i)].mask, [&](Bitboard occupied) {
      ASSERT_EQ(attacks_by_magic::bishop(s, occupied), slow_bishop(s, occupied)) << "square " << i << ' ' << occupied;
    });
  }
}

TEST(AttacksByMagic, SlidersOnRandomOccupations) {
  attacks_by_magic::init();
  constexpr int kOccupations = 1000;
  std::mt19937_64 random(20240602);
  for (int n = 0; n < kOccupations; ++n) {
    const Bitboard occupied = n % 2 == 0 ? random() : random() & random();
    for (int i = 0; i < kSquares; ++i) {
      const Square s = square_at(i);
      ASSERT_EQ(attacks_by_magic::rook(s, occupied), slow_rook(s, occupied)) << i << ' ' << occupied;
      ASSERT_EQ(attacks_by_magic::bishop(s, occupied), slow_bishop(s, occupied)) << i << ' ' << occupied;
    }
  }
}

}  // namespace
}  // namespace oknos
