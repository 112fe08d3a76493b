#include "lab/audit/proportion.h"

#include <gtest/gtest.h>

namespace oknos::lab {
namespace {

// Figures of the binomial test's usual tables.
TEST(Proportion, IsWilsonsInterval) {
  const Proportion tenth = proportion(10, 100);
  EXPECT_DOUBLE_EQ(tenth.rate, 0.1);
  EXPECT_NEAR(tenth.low, 0.0552, 0.0001);
  EXPECT_NEAR(tenth.high, 0.1744, 0.0001);
  const Proportion half = proportion(5, 10);
  EXPECT_NEAR(half.low, 0.2366, 0.0001);
  EXPECT_NEAR(half.high, 0.7634, 0.0001);
}

TEST(Proportion, SaysSomethingWhereNothingHappened) {
  const Proportion none = proportion(0, 1000);
  EXPECT_EQ(none.rate, 0.0);
  EXPECT_EQ(none.low, 0.0);
  EXPECT_NEAR(none.high, 0.00383, 0.00001);
  const Proportion all = proportion(1000, 1000);
  EXPECT_EQ(all.high, 1.0);
  EXPECT_NEAR(all.low, 1.0 - none.high, 1e-9);
}

TEST(Proportion, KnowsNothingWithoutATrial) {
  const Proportion unknown = proportion(0, 0);
  EXPECT_EQ(unknown.low, 0.0);
  EXPECT_EQ(unknown.high, 1.0);
}

}  // namespace
}  // namespace oknos::lab
