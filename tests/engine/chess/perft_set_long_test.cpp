// All counts of our own set of positions.
#include <limits>

#include "support/perft_set.h"

namespace oknos {
namespace {

TEST(PerftSetLong, AllCounts) {
  const auto set = test::read_perft_set();
  ASSERT_FALSE(set.empty());
  test::check_perft_set(set, std::numeric_limits<std::uint64_t>::max());
}

}  // namespace
}  // namespace oknos
