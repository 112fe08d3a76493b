#include "engine/base/random_numbers.h"

#include <array>
#include <gtest/gtest.h>

namespace oknos {
namespace {

TEST(RandomNumbers, AreThoseOfSplitMix64) {
  // By hand for the seed 0, first number: the state is z = 9e3779b97f4a7c15; z ^= z >> 30, times bf58476d1ce4e5b9;
  // z ^= z >> 27, times 94d049bb133111eb; z ^= z >> 31.
  RandomNumbers numbers(0);
  EXPECT_EQ(numbers.next(), 0xE220A8397B1DCDAFU);
  EXPECT_EQ(numbers.next(), 0x6E789E6AA1B965F4U);
}

TEST(RandomNumbers, BelowIsEven) {
  constexpr std::uint64_t kBound = 6;
  constexpr int kThrows = 60000;
  RandomNumbers numbers(3);
  std::array<int, kBound> count{};
  for (int i = 0; i < kThrows; ++i) {
    const std::uint64_t n = numbers.below(kBound);
    ASSERT_LT(n, kBound);
    ++count[n];
  }
  for (const int n : count) EXPECT_NEAR(n, 10000, 5 * 91);  // five standard deviations
  EXPECT_EQ(numbers.below(1), 0U);
  EXPECT_LT(numbers.below((std::uint64_t{1} << 63) + 1), (std::uint64_t{1} << 63) + 1);
}

TEST(RandomNumbers, UnitStaysBelowOne) {
  RandomNumbers numbers(4);
  double sum = 0.0;
  for (int i = 0; i < 10000; ++i) {
    const double x = numbers.unit();
    ASSERT_GE(x, 0.0);
    ASSERT_LT(x, 1.0);
    sum += x;
  }
  EXPECT_NEAR(sum / 10000, 0.5, 5 * 0.0029);
}

}  // namespace
}  // namespace oknos
