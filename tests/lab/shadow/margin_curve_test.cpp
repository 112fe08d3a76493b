#include "lab/shadow/margin_curve.h"

#include <gtest/gtest.h>

namespace oknos::lab {
namespace {

AuditCase watched(const char* rule, int depth, int largest, bool error, std::uint64_t nodes = 1) {
  AuditCase c;
  c.rule = rule;
  c.watched = true;
  c.margin_facts.depth = depth;
  c.margin = 100;
  c.largest_margin = largest;
  c.error = error;
  c.nodes = nodes;
  return c;
}

std::vector<MarginCurve> margin_curves(const std::vector<AuditCase>& cases, std::size_t cases_of_search = 1) {
  MarginCases out;
  for (std::size_t i = 0; i < cases.size(); ++i)
    out.add(cases[i], static_cast<ClusterCounts::Cluster>(i / cases_of_search));
  return out.curves();
}

TEST(MarginCurve, CountsWhatEveryMarginWouldLeaveOut) {
  const auto curves =
      margin_curves({watched("frontier_futility", 1, 0, true, 5), watched("frontier_futility", 1, 99, true, 7),
                     watched("frontier_futility", 1, 100, false, 9), watched("frontier_futility", 1, 125, false, 11)});
  ASSERT_EQ(curves.size(), 1U);
  const MarginCurve& curve = curves[0];
  ASSERT_EQ(curve.points.size(), 13U) << "0, 10, ..., 120";
  EXPECT_EQ(curve.least().margin, 0);
  EXPECT_EQ(curve.least().cases, 4U);
  EXPECT_EQ(curve.least().errors, 2U);
  EXPECT_EQ(curve.least().nodes, 32U);
  EXPECT_EQ(curve.points[1].cases, 3U);
  EXPECT_EQ(curve.points[9].cases, 3U);
  EXPECT_EQ(curve.points[10].cases, 2U);
  EXPECT_EQ(curve.points[10].errors, 0U);
  EXPECT_EQ(curve.points[12].margin, 120);
  EXPECT_EQ(curve.points[12].cases, 1U);
  EXPECT_EQ(curve.own.margin, 100);
  EXPECT_EQ(curve.own.cases, 2U);
}

TEST(MarginCurve, TellsRulesAndDepthsApartInTheRegistrysOrder) {
  const auto curves = margin_curves({watched("see_pruning", 2, 30, false), watched("reverse_futility", 2, 30, false),
                                     watched("reverse_futility", 1, 30, false)});
  ASSERT_EQ(curves.size(), 3U);
  EXPECT_EQ(curves[0].rule, "reverse_futility");
  EXPECT_EQ(curves[0].facts.depth, 1);
  EXPECT_EQ(curves[1].facts.depth, 2);
  EXPECT_EQ(curves[2].rule, "see_pruning");
}

TEST(MarginCurve, WhatActedIsNoPartOfIt) {
  AuditCase c = watched("see_pruning", 2, 30, false);
  c.watched = false;
  EXPECT_TRUE(margin_curves({c}).empty());
}

TEST(MarginCurve, FindsTheSmallestMarginForARisk) {
  std::vector<AuditCase> cases;
  for (int i = 0; i < 1000; ++i) cases.push_back(watched("frontier_futility", 1, i / 10, i % 100 == 0 && i < 500));
  const MarginCurve curve = margin_curves(cases).front();
  EXPECT_EQ(curve.for_risk(0.01, 100)->margin, 0) << "5 of 1000";
  EXPECT_EQ(curve.for_risk(0.003, 100)->margin, 30) << "2 of 700, with 20 it would be 3 of 800";
  EXPECT_EQ(curve.for_risk(0.0, 100)->margin, 50);
  EXPECT_FALSE(curve.for_risk(0.0, 2000)) << "so many cases there are not";
}

TEST(MarginCurve, ErrorsOfOneSearchWidenTheInterval) {
  std::vector<AuditCase> cases;
  for (int i = 0; i < 1000; ++i) cases.push_back(watched("frontier_futility", 1, 200 - i / 100 * 10, i % 100 < 20));
  const MarginCurve apart = margin_curves(cases).front();
  const MarginCurve together = margin_curves(cases, 20).front();
  for (const MarginPoint* p : {&apart.least(), &apart.own})
    EXPECT_NEAR(p->error_rate.high, proportion(p->errors, p->cases).high, 1e-4) << "one case of each search";
  EXPECT_EQ(apart.least().error_rate.rate, together.least().error_rate.rate);
  EXPECT_GT(together.least().error_rate.high, apart.least().error_rate.high + 0.02);
  EXPECT_GT(together.own.error_rate.high, apart.own.error_rate.high + 0.02);
}

}  // namespace
}  // namespace oknos::lab
