#include "lab/commands/claims/claim_margins.h"

#include <gtest/gtest.h>

namespace oknos::lab {
namespace {

// 4,000 claims with slacks from -200 to 199; those below 20 are wrong.
ClaimMargins example() {
  ClaimMargins out;
  for (int i = 0; i < 4000; ++i) {
    const int slack = i % 400 - 200;
    out.add("futility", slack, 10, slack < 20, static_cast<ClusterCounts::Cluster>(i / 40));
  }
  return out;
}

const ClaimMargins::Point* point_at(const ClaimMargins::Curve& curve, int change) {
  for (const auto& p : curve.points)
    if (p.change == change) return &p;
  return nullptr;
}

TEST(ClaimMargins, CountWhatEachMarginWouldPrune) {
  const auto curves = example().curves();
  ASSERT_EQ(curves.size(), 1u);
  const auto* own = point_at(curves[0], 0);
  ASSERT_TRUE(own);
  EXPECT_EQ(own->wrong.trials(), 2000u);
  EXPECT_EQ(own->wrong.events(), 200u);
  EXPECT_DOUBLE_EQ(own->share, 1.0);
  const auto* larger = point_at(curves[0], 100);
  ASSERT_TRUE(larger);
  EXPECT_EQ(larger->wrong.trials(), 1000u);
  EXPECT_EQ(larger->wrong.events(), 0u);
  EXPECT_DOUBLE_EQ(larger->share, 0.5);
  const auto* smaller = point_at(curves[0], -100);
  ASSERT_TRUE(smaller);
  EXPECT_EQ(smaller->wrong.events(), 1200u);
  EXPECT_FALSE(point_at(curves[0], -400)) << "nothing is known so far down";
}

TEST(ClaimMargins, TheSmallestMarginForARisk) {
  const auto curves = example().curves();
  EXPECT_EQ(curves[0].for_risk(0.01), 25);
  EXPECT_EQ(curves[0].for_risk(0.15), 0);
  ClaimMargins bad;
  for (int i = 0; i < 1000; ++i) bad.add("x", i, 1, true, 0);
  EXPECT_EQ(bad.curves()[0].for_risk(0.5), std::nullopt);
}

TEST(ClaimMargins, SayNothingOfFewClaims) {
  ClaimMargins few;
  for (int i = 0; i < 100; ++i) few.add("x", i, 1, false, 0);
  EXPECT_TRUE(few.curves().empty());
  EXPECT_EQ(claim_margins_report(few, Style(false)), "");
}

}  // namespace
}  // namespace oknos::lab
