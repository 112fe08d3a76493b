// What other margins would prune, from claims whose errors are known.
#include <gtest/gtest.h>

#include "lab/commands/audit_claims.h"

namespace oknos::lab {
namespace {

using Item = ClaimMargins::Item;

// 4,000 claims with slacks from -200 to 199; those below 20 are wrong. Each saves 3 nodes and stands for 10 claims.
Item example_item(int i) {
  const int slack = i % 400 - 200;
  return {"futility", "", 1, slack, 10, 3, slack < 20, static_cast<ClusterCounts::Cluster>(i / 40)};
}
ClaimMargins example() {
  ClaimMargins out;
  for (int i = 0; i < 4000; ++i) out.add(example_item(i));
  return out;
}

std::string report_of(const ClaimMargins& margins) {
  const Style style;
  record::TextReport out(style);
  report_claim_margins(out, margins);
  return out.text;
}

const ClaimMargins::Point* point_at(const ClaimMargins::Curve& curve, int change) {
  for (const auto& p : curve.points)
    if (p.change == change) return &p;
  return nullptr;
}

TEST(ClaimMargins, CountWhatEachMarginWouldPrune) {
  const auto curves = example().curves();
  ASSERT_EQ(curves.size(), 1u);
  EXPECT_EQ(curves[0].unit, "centipawns");
  const auto* own = point_at(curves[0], 0);
  ASSERT_TRUE(own);
  EXPECT_EQ(own->wrong.trials(), 2000u);
  EXPECT_EQ(own->wrong.events(), 200u);
  EXPECT_DOUBLE_EQ(own->share, 1.0);
  EXPECT_DOUBLE_EQ(curves[0].errors, 2000.0);
  EXPECT_DOUBLE_EQ(curves[0].nodes, 60000.0);
  EXPECT_FALSE(own->nodes_per_error());
  const auto* larger = point_at(curves[0], 100);
  ASSERT_TRUE(larger);
  EXPECT_EQ(larger->wrong.trials(), 1000u);
  EXPECT_EQ(larger->wrong.events(), 0u);
  EXPECT_DOUBLE_EQ(larger->share, 0.5);
  EXPECT_DOUBLE_EQ(larger->more_errors, -2000.0);
  EXPECT_DOUBLE_EQ(larger->more_nodes, 30000.0);
  EXPECT_DOUBLE_EQ(larger->nodes_per_error().value(), 15.0);  // an avoided error costs 15 nodes
  const auto* smaller = point_at(curves[0], -100);
  ASSERT_TRUE(smaller);
  EXPECT_EQ(smaller->wrong.events(), 1200u);
  EXPECT_DOUBLE_EQ(smaller->nodes_per_error().value(), 3.0);  // an added one saves 3
  EXPECT_FALSE(point_at(curves[0], -400)) << "nothing is known so far down";
}

TEST(ClaimMargins, ACurveForEachDepthWithEnoughClaims) {
  ClaimMargins margins = example();
  for (int i = 0; i < 4000; ++i) {
    Item item = example_item(i);
    item.depth = 4;
    item.error = false;
    margins.add(item);
  }
  Item rare = example_item(0);
  rare.depth = 9;
  margins.add(rare);
  const auto curves = margins.curves();
  ASSERT_EQ(curves.size(), 3u);
  EXPECT_EQ(curves[0].depths, "");
  EXPECT_EQ(curves[1].depths, "depth 1");
  EXPECT_EQ(point_at(curves[1], 0)->wrong.events(), 200u);
  EXPECT_EQ(curves[2].depths, "depth 3 to 4");
  EXPECT_EQ(point_at(curves[2], 0)->wrong.events(), 0u);
  EXPECT_FALSE(point_at(curves[2], 100)->nodes_per_error()) << "there is no error to avoid";
  const std::string report = report_of(margins);
  EXPECT_NE(report.find("Futility, depth 3 to 4"), std::string::npos) << report;
}

TEST(ClaimMargins, AlwaysShowTheOwnMargin) {
  ClaimMargins margins;
  for (const int slack : {-60, 60, 250})
    for (int i = 0; i < 1000; ++i) margins.add({"x", "", 1, slack, 1, 1, i % 3 == 0, 0});
  const auto curve = margins.curves().at(0);  // -50 and -25 would prune nothing else
  ASSERT_EQ(curve.points.size(), 2U);
  EXPECT_TRUE(point_at(curve, 0));
  EXPECT_TRUE(point_at(curve, 100));
}

TEST(ClaimMargins, SetNoPriceOnAFewErrors) {
  for (const int errors : {4, 5}) {
    ClaimMargins margins;
    for (int i = 0; i < 1000; ++i) margins.add({"x", "", 1, i % 200, 1, 1, i < errors, 0});
    EXPECT_EQ(point_at(margins.curves().at(0), 25)->nodes_per_error().has_value(), errors == 5);
  }
}

TEST(ClaimMargins, StepsInTheUnitOfTheClaims) {
  ClaimMargins margins;
  for (int i = 0; i < 4000; ++i) {
    margins.add({"late", "moves", 2, i % 20 - 4, 1, 1, i % 7 == 0, 0});
    margins.add({"history", "history", 2, 100 * (i % 80), 1, 1, i % 9 == 0, 0});
  }
  const auto curves = margins.curves();
  ASSERT_EQ(curves.size(), 2u);
  EXPECT_EQ(curves[0].rule, "history");
  EXPECT_TRUE(point_at(curves[0], 800)) << "a tenth of the claims has less slack";
  EXPECT_TRUE(point_at(curves[0], 4000));
  EXPECT_FALSE(point_at(curves[0], -800));
  EXPECT_TRUE(point_at(curves[1], 1));
  EXPECT_TRUE(point_at(curves[1], -4));
  EXPECT_FALSE(point_at(curves[1], -8));
  EXPECT_NE(report_of(margins).find("Late (moves)"), std::string::npos);
}

TEST(ClaimMargins, KeepTheUnitsOfARuleApart) {
  ClaimMargins margins;
  for (int i = 0; i < 4000; ++i) {
    margins.add({"late", "moves", 2, i % 20 - 4, 1, 1, i % 7 == 0, 0});
    margins.add({"late", "", 2, 10 * (i % 20) - 40, 1, 1, i % 7 == 0, 0});
  }
  const auto curves = margins.curves();
  ASSERT_EQ(curves.size(), 2u);
  EXPECT_EQ(curves[0].unit, "centipawns");
  EXPECT_TRUE(point_at(curves[0], 25));
  EXPECT_EQ(curves[1].unit, "moves");
  EXPECT_TRUE(point_at(curves[1], 1));
  EXPECT_FALSE(point_at(curves[1], 25));
}

TEST(ClaimMargins, SayNothingOfFewClaims) {
  ClaimMargins few;
  for (int i = 0; i < 100; ++i) few.add({"x", "", 1, i, 1, 1, false, 0});
  EXPECT_TRUE(few.curves().empty());
  EXPECT_EQ(report_of(few), "");
}

}  // namespace
}  // namespace oknos::lab
