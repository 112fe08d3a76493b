#include "engine/platform/stolen_time.h"

#include <gtest/gtest.h>
#include <thread>

namespace {

using oknos::platform::stolen_milliseconds;

TEST(StolenTime, NeverRunsBackwardsOnAnyProcessor) {
  const auto before = stolen_milliseconds(), after = stolen_milliseconds();
#if defined(__linux__)
  EXPECT_GE(before.size(), std::thread::hardware_concurrency() > 0 ? 1U : 0U);
#else
  EXPECT_TRUE(before.empty());
#endif
  ASSERT_EQ(after.size(), before.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    EXPECT_GE(before[i], 0);
    EXPECT_GE(after[i], before[i]);
  }
}

}  // namespace
