#include "lab/statistics/mean.h"

#include <cmath>
#include <gtest/gtest.h>

namespace {

using namespace oknos::lab;

TEST(Mean, HasTheIntervalOfItsScatter) {
  Mean mean;
  for (const double x : {1.0, 2.0, 3.0, 4.0}) mean.add(x);
  const Estimate e = mean.estimate();
  EXPECT_NEAR(e.value, 2.5, 1e-12);
  // Standard deviation 1.29, of the mean 0.645.
  EXPECT_NEAR(e.high - e.value, 1.959964 * 0.6454972, 1e-6);
}

TEST(Mean, OneValueHasNoInterval) {
  Mean mean;
  mean.add(1);
  EXPECT_TRUE(std::isinf(mean.estimate().high));
  EXPECT_TRUE(std::isinf(mean.estimate().low));
}

TEST(Mean, OnlyZerosAreNotCertain) {
  Mean mean;
  constexpr int kCount = 20;
  for (int i = 0; i < kCount; ++i) mean.add(0);
  const Estimate e = mean.estimate_of_rare(0.05);
  EXPECT_EQ(e.value, 0);
  EXPECT_NEAR(e.high, 0.05 * 3 / kCount, 1e-12);
  EXPECT_NEAR(e.low, -e.high, 1e-12);
}

}  // namespace
