#include "platform/stolen_time.h"

#include <gtest/gtest.h>

namespace {

using oknos::platform::stolen_milliseconds;

TEST(StolenTime, NeverRunsBackwards) {
  const auto before = stolen_milliseconds();
#if defined(__linux__)
  ASSERT_TRUE(before);
#else
  if (!before) GTEST_SKIP() << "this system does not tell";
#endif
  EXPECT_GE(*before, 0);
  EXPECT_GE(stolen_milliseconds().value_or(-1), *before);
}

}  // namespace
