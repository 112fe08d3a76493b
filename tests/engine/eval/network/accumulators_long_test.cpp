#include "engine/eval/network/accumulator_walks.h"

namespace oknos::eval::network {
namespace {

TEST(AccumulatorsLong, MillionsOfMoves) {
  for (std::uint32_t seed = 10; seed < 14; ++seed) {
    test::AccumulatorWalk walk(seed);
    for (int game = 0; game < 960; ++game) walk.walk(game % 4 == 0 ? -1 : game, game % 120, 1000);
    EXPECT_GT(walk.values(), 200000U);
  }
}

}  // namespace
}  // namespace oknos::eval::network
