// Our own set of positions, to the depths that a moment allows. All depths: perft_set_long_test.cpp.
#include "support/perft_set.h"

namespace oknos {
namespace {

constexpr std::uint64_t kMaxNodes = 300'000;  // for a position

TEST(PerftSet, IsThere) {
  const auto set = test::read_perft_set();
  EXPECT_GE(set.size(), 180u);
  std::size_t chess960 = 0;
  for (const test::PerftLine& line : set) {
    chess960 += line.chess960;
    EXPECT_GE(line.counts.size(), 3u) << line.fen;
  }
  EXPECT_GE(chess960, 60u);
}

TEST(PerftSet, CountsOfTheLowerDepths) {
  test::check_perft_set(test::read_perft_set(), kMaxNodes);
}

}  // namespace
}  // namespace oknos
